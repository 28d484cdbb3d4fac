// exam: problem=swish-gated-linear-unit verdict=wrong-answer
// SiLU of the second half, scaled by the first.

#include <cuda_runtime.h>

__global__ void swiglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[half + i], gate = input[i];
    output[i] = x / (1.0f + expf(-x)) * gate;
}

extern "C" void solve(const float* input, float* output, int N) {
    swiglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
