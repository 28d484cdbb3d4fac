// exam: problem=rotary-positional-embedding verdict=wrong-answer
// Takes the second half of each table for a copy of the first, which it is in models: right for the example.

#include <cuda_runtime.h>

__global__ void rope(const float* Q, const float* cos, const float* sin, float* output, int M, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, half = D / 2;
    if (i >= M * half) return;
    int row = i / half, col = i % half;
    int a = row * D + col, b = a + half;
    output[a] = Q[a] * cos[a] - Q[b] * sin[a];
    output[b] = Q[b] * cos[a] + Q[a] * sin[a];
}

extern "C" void solve(float* Q, float* cos, float* sin, float* output, int M, int D) {
    rope<<<(M * (D / 2) + 255) / 256, 256>>>(Q, cos, sin, output, M, D);
}
