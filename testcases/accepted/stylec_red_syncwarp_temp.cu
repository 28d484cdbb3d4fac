// exam: problem=reduction verdict=accepted
#include <cuda_runtime.h>

// Last warp as the Volta tuning guide wants it: read, sync, write, sync.
__device__ void warpReduce(float* s, unsigned tid) {
    float t = s[tid];
    t += s[tid + 32]; __syncwarp(); s[tid] = t; __syncwarp();
    t += s[tid + 16]; __syncwarp(); s[tid] = t; __syncwarp();
    t += s[tid + 8];  __syncwarp(); s[tid] = t; __syncwarp();
    t += s[tid + 4];  __syncwarp(); s[tid] = t; __syncwarp();
    t += s[tid + 2];  __syncwarp(); s[tid] = t; __syncwarp();
    t += s[tid + 1];  __syncwarp(); s[tid] = t;
}

__global__ void reduceStage(const float* in, float* out, unsigned n) {
    extern __shared__ float sdata[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
    unsigned stride = blockDim.x * 2 * gridDim.x;

    float mine = 0.f;
    while (i < n) {
        mine += in[i] + (i + blockDim.x < n ? in[i + blockDim.x] : 0.f);
        i += stride;
    }
    sdata[tid] = mine;
    __syncthreads();
    for (unsigned s = blockDim.x >> 1; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32) warpReduce(sdata, tid);
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

extern "C" void solve(const float* input, float* output, int N) {
    const unsigned threads = 512;
    unsigned blocks = (N + threads * 2 - 1) / (threads * 2);
    if (blocks > 1024) blocks = 1024;
    float* partial;
    cudaMalloc(&partial, blocks * sizeof(float));
    reduceStage<<<blocks, threads, threads * sizeof(float)>>>(input, partial, N);
    reduceStage<<<1, threads, threads * sizeof(float)>>>(partial, output, blocks);
    cudaFree(partial);
}
