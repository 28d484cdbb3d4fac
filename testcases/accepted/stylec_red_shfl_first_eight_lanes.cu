// exam: problem=reduction verdict=accepted
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff

__global__ void reduce(const float* input, float* output, int N) {
    __shared__ float warpSums[8];
    int tid = threadIdx.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + tid; i < N; i += gridDim.x * blockDim.x) sum += input[i];

    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(FULL_MASK, sum, offset);

    if (tid % 32 == 0) warpSums[tid / 32] = sum;
    __syncthreads();

    if (tid < 8) {
        sum = warpSums[tid];
        for (int offset = 4; offset > 0; offset /= 2) sum += __shfl_down_sync(FULL_MASK, sum, offset);
        if (tid == 0) atomicAdd(output, sum);
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int threads = 256;
    int blocks = min((N + threads - 1) / threads, 2048);
    reduce<<<blocks, threads>>>(input, output, N);
    cudaDeviceSynchronize();
}
