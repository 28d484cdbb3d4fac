// exam: problem=reduction verdict=accepted
// Mark Harris' reduction #6 as I typed it in 2011 (sm_20). Still works.
#include <cuda_runtime.h>
#include <stdlib.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile float *sdata, unsigned int tid)
{
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
    if (blockSize >= 8)  sdata[tid] += sdata[tid + 4];
    if (blockSize >= 4)  sdata[tid] += sdata[tid + 2];
    if (blockSize >= 2)  sdata[tid] += sdata[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduce6(const float *g_idata, float *g_odata, unsigned int n)
{
    extern __shared__ float sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i] + (i + blockSize < n ? g_idata[i + blockSize] : 0.0f);
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64)  { sdata[tid] += sdata[tid + 64]; }  __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

static float *d_tmp = NULL;

static void launch(int threads, int blocks, const float *in, float *out, unsigned int n)
{
    size_t smem = threads * sizeof(float) + 32 * sizeof(float);
    switch (threads) {
    case 512: reduce6<512><<<blocks, 512, smem>>>(in, out, n); break;
    case 128: reduce6<128><<<blocks, 128, smem>>>(in, out, n); break;
    default:  reduce6<64><<<blocks, 64, smem>>>(in, out, n); break;
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    if (d_tmp == NULL) cudaMalloc((void **)&d_tmp, 2048 * sizeof(float));
    int threads = N > 100000 ? 512 : N > 2000 ? 128 : 64;
    int blocks = (N + threads * 2 - 1) / (threads * 2);
    if (blocks > 2048) blocks = 2048;
    launch(threads, blocks, input, d_tmp, N);
    launch(128, 1, d_tmp, output, blocks);
}
