// exam: problem=gaussian-error-gated-linear-unit verdict=wrong-answer
// erf(x) in place of erf(x / sqrt(2)).

#include <cuda_runtime.h>

__global__ void geglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[half + i];
    output[i] = input[i] * 0.5f * x * (1.0f + erff(x));
}

extern "C" void solve(const float* input, float* output, int N) {
    geglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
