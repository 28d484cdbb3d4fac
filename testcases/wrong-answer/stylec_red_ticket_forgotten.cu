// exam: problem=reduction verdict=wrong-answer
#include <cuda_runtime.h>

__device__ float blockSums[1024];
__device__ int   blocksFinished = 0;

struct Shared {
    float warp[32];
    int   last;
};

__device__ float warpSum(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffffu, x, d);
    return x;
}

__device__ float blockSum(float x, Shared &sm)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    x = warpSum(x);
    if (lane == 0) sm.warp[warp] = x;
    __syncthreads();
    if (warp == 0) {
        x = lane < blockDim.x / 32 ? sm.warp[lane] : 0.0f;
        x = warpSum(x);
    }
    return x;          // valid in thread 0
}

__global__ void sumAll(const float* in, float* out, int n)
{
    __shared__ Shared sm;
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        s += in[i];
    s = blockSum(s, sm);
    if (threadIdx.x == 0) {
        blockSums[blockIdx.x] = s;
        __threadfence();
        int done = atomicAdd(&blocksFinished, 1);
        sm.last = (done == (int)gridDim.x - 1);
    }
    __syncthreads();
    if (sm.last) {
        s = 0.0f;
        for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            s += ((volatile float*)blockSums)[i];
        __syncthreads();
        s = blockSum(s, sm);
        if (threadIdx.x == 0)
            *out = s;
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    int threads = 512;
    int blocks = min((N + threads - 1) / threads, 1024);
    sumAll<<<blocks, threads>>>(input, output, N);
    cudaDeviceSynchronize();
}
