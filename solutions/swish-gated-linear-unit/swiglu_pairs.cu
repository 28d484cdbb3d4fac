// Two outputs a thread. The second half begins at an even place if N / 2 is even, and then all three accesses are of 8
// bytes; if N / 2 is odd, the gates are loaded one by one. Which it is, the host decides once, as a template argument.
// Gains: half of the threads, so that at N = 100,000 one block for each multiprocessor and a bit more is all there is.
// judge: rung 2

#include <cuda_runtime.h>

enum class Gates { aligned, single };

__device__ __forceinline__ float gated(float x, float gate) { return __fdividef(x, 1.0f + __expf(-x)) * gate; }

template <Gates gates>
__global__ void __launch_bounds__(192) swiglu2(const float* __restrict__ input, float* __restrict__ output, int half) {
    const int first = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    const float* const second_half = input + half;

    if (first + 1 < half) {
        float2 gate;
        if constexpr (gates == Gates::aligned)
            gate = *reinterpret_cast<const float2*>(second_half + first);
        else
            gate = {second_half[first], second_half[first + 1]};
        const float2 x = *reinterpret_cast<const float2*>(input + first);
        *reinterpret_cast<float2*>(output + first) = {gated(x.x, gate.x), gated(x.y, gate.y)};
    } else if (first < half) {
        output[first] = gated(input[first], second_half[first]);
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    const int half = N / 2, threads = 192;
    const int blocks = (half + 2 * threads - 1) / (2 * threads);
    if (half % 2 == 0)
        swiglu2<Gates::aligned><<<blocks, threads>>>(input, output, half);
    else
        swiglu2<Gates::single><<<blocks, threads>>>(input, output, half);
}
