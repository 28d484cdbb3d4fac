// exam: problem=gaussian-error-gated-linear-unit verdict=wrong-answer
// GELU of the first half, scaled by the second.

#include <cuda_runtime.h>

__global__ void geglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[i];
    output[i] = input[half + i] * 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" void solve(const float* input, float* output, int N) {
    geglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
