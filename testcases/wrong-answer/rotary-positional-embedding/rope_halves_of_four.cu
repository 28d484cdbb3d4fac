// exam: problem=rotary-positional-embedding verdict=wrong-answer
// Rounds half of a row down to a multiple of four columns: the rest is never written.

#include <cuda_runtime.h>

__global__ void rope(const float* Q, const float* cos, const float* sin, float* output, int M, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, half = D / 2;
    if (i >= M * half) return;
    int row = i / half, col = i % half;
    int a = row * D + col, b = a + half;
    if (col >= half / 4 * 4) return;
    output[a] = Q[a] * cos[a] - Q[b] * sin[a];
    output[b] = Q[b] * cos[b] + Q[a] * sin[b];
}

extern "C" void solve(float* Q, float* cos, float* sin, float* output, int M, int D) {
    rope<<<(M * (D / 2) + 255) / 256, 256>>>(Q, cos, sin, output, M, D);
}
