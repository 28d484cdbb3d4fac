// exam: problem=gaussian-error-gated-linear-unit verdict=wrong-answer
// The approximation with tanh: off by up to 5e-4 before the product.

#include <cuda_runtime.h>

__global__ void geglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[half + i];
    float gelu = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    output[i] = input[i] * gelu;
}

extern "C" void solve(const float* input, float* output, int N) {
    geglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
