// exam: problem=swish-gated-linear-unit verdict=wrong-answer
// Takes neighbours for pairs, as if the halves were interleaved.

#include <cuda_runtime.h>

__global__ void swiglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[2 * i], gate = input[2 * i + 1];
    output[i] = x / (1.0f + expf(-x)) * gate;
}

extern "C" void solve(const float* input, float* output, int N) {
    swiglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
