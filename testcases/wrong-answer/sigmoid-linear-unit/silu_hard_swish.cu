// exam: problem=sigmoid-linear-unit verdict=wrong-answer
// A piecewise parabola, which is near SiLU but not the same.

#include <cuda_runtime.h>

__global__ void silu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float x = input[i];
    output[i] = x * fminf(fmaxf(x / 6.0f + 0.5f, 0.0f), 1.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    silu<<<(N + 255) / 256, 256>>>(input, output, N);
}
