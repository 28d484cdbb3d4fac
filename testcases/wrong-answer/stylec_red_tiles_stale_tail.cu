// exam: problem=reduction verdict=wrong-answer
#include <cuda_runtime.h>

// 32 persistent blocks go over the tiles; each tile is reduced in shared memory.
__global__ void reduceTiles(const float *g_idata, float *g_odata, unsigned int n)
{
    extern __shared__ float sdata[];
    unsigned int tid = threadIdx.x;
    float blockSum = 0.0f;

    for (unsigned int tile = blockIdx.x; tile * blockDim.x < n; tile += gridDim.x) {
        unsigned int i = tile * blockDim.x + tid;
        if (i < n)
            sdata[tid] = g_idata[i];
        __syncthreads();

        for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
            if (tid < s)
                sdata[tid] += sdata[tid + s];
            __syncthreads();
        }
        if (tid == 0)
            blockSum += sdata[0];
    }

    if (tid == 0)
        atomicAdd(g_odata, blockSum);
}

extern "C" void solve(const float *input, float *output, int N)
{
    const int threads = 256;
    reduceTiles<<<32, threads, threads * sizeof(float)>>>(input, output, N);
    cudaDeviceSynchronize();
}
