// A thread for each element of the output: all scores of the row are computed anew for each column.
// Costs: seq_len^2 * d_model^2 / 2 operations, and powf() for each score.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int n, int d, float gamma) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (c >= d) return;
    float sum = 0.0f;
    for (int j = 0; j <= i; j++) {
        float dot = 0.0f;
        for (int l = 0; l < d; l++) dot += Q[i * d + l] * K[j * d + l];
        sum += dot / sqrtf((float)d) * powf(gamma, (float)(i - j)) * V[j * d + c];
    }
    output[i * d + c] = sum;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int seq_len, int d_model, float gamma) {
    attention<<<dim3((d_model + 31) / 32, seq_len), 32>>>(Q, K, V, output, seq_len, d_model, gamma);
}
