// exam: problem=batch-normalization verdict=wrong-answer
// The variance is divided by N - 1 (by 1 for a single row), as a sample's would be.
#include <cuda_runtime.h>

__global__ void columns(const float* in, const float* gamma, const float* beta, float* out, int N, int C, float eps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= C) return;
    float mean = 0, var = 0;
    for (int n = 0; n < N; n++) mean += in[n * C + c] / N;
    for (int n = 0; n < N; n++) var += (in[n * C + c] - mean) * (in[n * C + c] - mean);
    float s = gamma[c] / sqrtf(var / max(N - 1, 1) + eps);
    for (int n = 0; n < N; n++) out[n * C + c] = (in[n * C + c] - mean) * s + beta[c];
}

extern "C" void solve(const float* input, const float* gamma, const float* beta, float* output, int N, int C, float eps) {
    columns<<<(C + 63) / 64, 64>>>(input, gamma, beta, output, N, C, eps);
}
