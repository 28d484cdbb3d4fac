// exam: problem=reduction verdict=compile-error
// A shared array as long as the block: its size is no constant.
#include <cuda_runtime.h>

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float cache[blockDim.x];
    int tid = threadIdx.x;
    cache[tid] = 0;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
        cache[tid] += in[i];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(out, cache[0]);
}

extern "C" void solve(const float* input, float* output, int N)
{
    cudaMemset(output, 0, sizeof(float));
    reduce<<<128, 256>>>(input, output, N);
}
