// A thread computes twelve outputs in a row. It keeps the inputs under its window in registers: four taps further, four
// new inputs come in. A block takes its part of the input and 256 taps at a time through shared memory.
// Gains: 48 multiply-adds for two loads of 16 bytes from shared memory.
// Costs: 1536 outputs a block, so short outputs use few multiprocessors. Twelve and not eight or sixteen, because threads
// that read 16 bytes each at a distance of 48 bytes meet all 32 banks once.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int threads = 128;
constexpr int per_thread = 12;
constexpr int outputs = threads * per_thread;
constexpr int taps_at_once = 256;

__global__ void __launch_bounds__(threads)
convolve(const float* __restrict__ input, const float* __restrict__ kernel, float* __restrict__ output, int input_size,
         int kernel_size, int count) {
    __shared__ __align__(16) float signal[outputs + taps_at_once];
    __shared__ __align__(16) float taps[taps_at_once];
    const int first = blockIdx.x * outputs;
    const int mine = threadIdx.x * per_thread;
    float sums[per_thread] = {};

    for (int begin = 0; begin < kernel_size; begin += taps_at_once) {
        __syncthreads();
        for (int i = threadIdx.x; i < outputs + taps_at_once; i += threads) {
            const int from = first + begin + i;
            signal[i] = from < input_size ? input[from] : 0.0f;
        }
        for (int i = threadIdx.x; i < taps_at_once; i += threads)
            taps[i] = begin + i < kernel_size ? kernel[begin + i] : 0.0f;
        __syncthreads();

        // window[j] is the input of output j at the first of four taps.
        float window[per_thread + 4];
#pragma unroll
        for (int j = 0; j < per_thread; j++) window[j] = signal[mine + j];
        const int here = min(taps_at_once, kernel_size - begin);
        for (int tap = 0; tap < here; tap += 4) {
            const float4 next = *reinterpret_cast<const float4*>(&signal[mine + tap + per_thread]);
            const float4 weights = *reinterpret_cast<const float4*>(&taps[tap]);
            window[per_thread + 0] = next.x;
            window[per_thread + 1] = next.y;
            window[per_thread + 2] = next.z;
            window[per_thread + 3] = next.w;
#pragma unroll
            for (int j = 0; j < per_thread; j++) {
                sums[j] += window[j] * weights.x;
                sums[j] += window[j + 1] * weights.y;
                sums[j] += window[j + 2] * weights.z;
                sums[j] += window[j + 3] * weights.w;
            }
#pragma unroll
            for (int j = 0; j < per_thread; j++) window[j] = window[j + 4];
        }
    }
#pragma unroll
    for (int j = 0; j < per_thread; j++)
        if (first + mine + j < count) output[first + mine + j] = sums[j];
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
    const int count = input_size - kernel_size + 1;
    convolve<<<(count + outputs - 1) / outputs, threads>>>(input, kernel, output, input_size, kernel_size, count);
}
