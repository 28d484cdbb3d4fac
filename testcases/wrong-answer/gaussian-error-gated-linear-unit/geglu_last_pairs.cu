// exam: problem=gaussian-error-gated-linear-unit verdict=wrong-answer
// Four at a time: the last N / 2 % 4 elements are never written.

#include <cuda_runtime.h>

__global__ void geglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    if (i >= half / 4) return;
    for (int k = 4 * i; k < 4 * i + 4; k++) {
        float x = input[half + k];
        output[k] = input[k] * 0.5f * x * (1.0f + erff(x * 0.70710678f));
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    geglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
