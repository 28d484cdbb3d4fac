// exam: problem=parallel-reverse-scan-gae verdict=wrong-answer
// Takes the last value of the row for the one behind it.
#include <cuda_runtime.h>

__global__ void gae(const float* r, const float* v, float* a, float gamma, float lam, int rows, int steps) {
    const int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= rows) return;
    r += row * steps, v += row * steps, a += row * steps;
    float sum = 0, next = 0;
    next = v[steps - 1];
    for (int t = steps - 1; t >= 0; t--) {
        a[t] = sum = r[t] + gamma * next - v[t] + gamma * lam * sum;
        next = v[t];
    }
}

extern "C" void solve(const float* rewards, const float* values, float* advantages, float gamma, float lam, int B,
                      int S) {
    gae<<<(B + 31) / 32, 32>>>(rewards, values, advantages, gamma, lam, B, S);
}
