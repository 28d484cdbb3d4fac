// Two elements a thread in blocks of 128, so that at N = 50,000 each multiprocessor gets one or two blocks: all loads are
// on their way at once, and what counts is the way of a single thread. So it is short: one load, __expf(), one
// approximate division, one store.
// Gains: no waits; about ten instructions an element.
// judge: rung 2

#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 128
#endif
static_assert(BLOCK <= 1024, "a block has 1024 threads at most");

#define SILU(x) __fdividef((x), 1.0f + __expf(-(x)))

__global__ void __launch_bounds__(BLOCK) silu2(const float* __restrict__ input, float* __restrict__ output, int N)
{
    const int first = 2 * (blockIdx.x * BLOCK + threadIdx.x);
    if (first + 1 < N) {
        const float2 v = *reinterpret_cast<const float2*>(input + first);
        *reinterpret_cast<float2*>(output + first) = make_float2(SILU(v.x), SILU(v.y));
    } else if (first < N) {
        const float x = input[first];
        output[first] = SILU(x);
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    silu2<<<(N + 2 * BLOCK - 1) / (2 * BLOCK), BLOCK>>>(input, output, N);
}
