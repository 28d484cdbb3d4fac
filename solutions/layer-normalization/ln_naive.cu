// One thread for each row, three walks: the mean, the variance, the result.
// Costs: neighbouring threads read addresses that lie a row apart, so each element costs a sector of 32 bytes until the
// caches help; rows are read three times.
// Expect: ten times the time of the least traffic or more.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void layer_norm(const float* input, const float* weight, const float* bias, float* output, int N, int C,
                           float eps) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= N) return;
    const float* row = input + (size_t)n * C;
    float mean = 0;
    for (int c = 0; c < C; c++) mean += row[c];
    mean /= C;
    float variance = 0;
    for (int c = 0; c < C; c++) variance += (row[c] - mean) * (row[c] - mean);
    variance /= C;
    float scale = 1 / sqrtf(variance + eps);
    for (int c = 0; c < C; c++) output[(size_t)n * C + c] = (row[c] - mean) * scale * weight[c] + bias[c];
}

extern "C" void solve(const float* input, const float* weight, const float* bias, float* output, int N, int C, float eps) {
    layer_norm<<<(N + 127) / 128, 128>>>(input, weight, bias, output, N, C, eps);
}
