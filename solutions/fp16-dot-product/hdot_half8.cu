// Eight halves a load, as half2 converted to float2; four independent sums a thread; the last block adds up the blocks'
// sums and rounds.
// Gains: 16-byte loads, several under way; one launch, no memset; the same bits on every run.
// Costs: a conversion for each element, which hides behind the memory.
// Expect: near the memory's bandwidth.
// judge: rung 2

#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace {

constexpr int threads = 512, unroll = 2, most_blocks = 132 * 4;

struct alignas(16) Half8 {
    half2 part[4];
};

__device__ float sums[most_blocks];
__device__ unsigned arrived = 0;

__device__ Half8 load8(const Half8* from) {
    const int4 raw = __ldcs(reinterpret_cast<const int4*>(from));
    Half8 v;
    memcpy(&v, &raw, sizeof v);
    return v;
}

__device__ void add_products(const Half8& a, const Half8& b, float (&sum)[4]) {
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        const float2 x = __half22float2(a.part[p]), y = __half22float2(b.part[p]);
        sum[p] = fmaf(x.x, y.x, fmaf(x.y, y.y, sum[p]));
    }
}

// For thread 0.
__device__ float over_block(float v) {
    __shared__ float s[threads / 32];
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < threads / 32 ? s[threadIdx.x] : 0.f;
#pragma unroll
        for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    }
    __syncthreads();
    return v;
}

__global__ void __launch_bounds__(threads) dot(const half* A, const half* B, half* result, int N) {
    const Half8 *a = reinterpret_cast<const Half8*>(A), *b = reinterpret_cast<const Half8*>(B);
    const int eights = N / 8, stride = gridDim.x * threads, me = blockIdx.x * threads + threadIdx.x;
    float part[4] = {};
    int i = me;
    for (; i + (unroll - 1) * stride < eights; i += unroll * stride) {
        Half8 x[unroll], y[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) x[u] = load8(a + i + u * stride), y[u] = load8(b + i + u * stride);
#pragma unroll
        for (int u = 0; u < unroll; ++u) add_products(x[u], y[u], part);
    }
    for (; i < eights; i += stride) add_products(load8(a + i), load8(b + i), part);
    if (me < N % 8) part[0] += __half2float(A[8 * eights + me]) * __half2float(B[8 * eights + me]);
    float sum = over_block((part[0] + part[1]) + (part[2] + part[3]));

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        __stcg(&sums[blockIdx.x], sum);
        __threadfence();
        is_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    sum = 0.f;
    for (int block = threadIdx.x; block < gridDim.x; block += threads) sum += __ldcg(&sums[block]);
    sum = over_block(sum);
    if (threadIdx.x == 0) *result = __float2half_rn(sum);
}

}  // namespace

extern "C" void solve(const half* A, const half* B, half* result, int N) {
    const int wanted = (N / 8 + threads - 1) / threads;
    dot<<<wanted < 1 ? 1 : wanted < most_blocks ? wanted : most_blocks, threads>>>(A, B, result, N);
}
