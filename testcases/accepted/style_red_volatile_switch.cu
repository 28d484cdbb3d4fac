// exam: problem=reduction verdict=accepted
// One template per block size, chosen in a switch; the last warp goes on in volatile shared memory, with __syncwarp()
// between a read and the next write.
#include <cuda_runtime.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile float* sdata, unsigned int tid) {
    float v = sdata[tid];
    if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >= 16) { v += sdata[tid +  8]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >=  8) { v += sdata[tid +  4]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >=  4) { v += sdata[tid +  2]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
    if (blockSize >=  2) { v += sdata[tid +  1]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
}

template <unsigned int blockSize>
__global__ void reduce6(const float* g_idata, float* g_odata, unsigned int n) {
    __shared__ float sdata[blockSize + 32];
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    if (tid < 32) sdata[blockSize + tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i] + (i + blockSize < n ? g_idata[i + blockSize] : 0.f);
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid <  64) { sdata[tid] += sdata[tid +  64]; } __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

static void launch(const float* in, float* out, unsigned int n, int threads, int blocks) {
    switch (threads) {
        case 512: reduce6<512><<<blocks, threads>>>(in, out, n); break;
        case 256: reduce6<256><<<blocks, threads>>>(in, out, n); break;
        case 128: reduce6<128><<<blocks, threads>>>(in, out, n); break;
        case  64: reduce6< 64><<<blocks, threads>>>(in, out, n); break;
        case  32: reduce6< 32><<<blocks, threads>>>(in, out, n); break;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int threads = N >= 1024 ? 512 : N >= 512 ? 256 : N >= 256 ? 128 : N >= 128 ? 64 : 32;
    int blocks = (N + 2 * threads - 1) / (2 * threads);
    if (blocks > 512) blocks = 512;
    float* partial;
    cudaMalloc(&partial, blocks * sizeof *partial);
    launch(input, partial, N, threads, blocks);
    launch(partial, output, blocks, 32 << (blocks > 64), 1);
    cudaFree(partial);
}
