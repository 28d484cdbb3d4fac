// exam: problem=rotary-positional-embedding verdict=wrong-answer
// Uses the first row of the tables for all rows.

#include <cuda_runtime.h>

__global__ void rope(const float* Q, const float* cos, const float* sin, float* output, int M, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, half = D / 2;
    if (i >= M * half) return;
    int row = i / half, col = i % half;
    int a = row * D + col, b = a + half;
    output[a] = Q[a] * cos[col] - Q[b] * sin[col];
    output[b] = Q[b] * cos[col + half] + Q[a] * sin[col + half];
}

extern "C" void solve(float* Q, float* cos, float* sin, float* output, int M, int D) {
    rope<<<(M * (D / 2) + 255) / 256, 256>>>(Q, cos, sin, output, M, D);
}
