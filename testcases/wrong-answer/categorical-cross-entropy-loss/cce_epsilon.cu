// exam: problem=categorical-cross-entropy-loss verdict=wrong-answer
// Adds an epsilon to the probability, which shows where the right class is improbable.
#include <cuda_runtime.h>

__global__ void rows(const float* logits, const int* labels, float* loss, int n, int c) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    const float* row = logits + i * c;
    float sum = 0;
    for (int k = 0; k < c; k++) sum += expf(row[k]);
    atomicAdd(loss, -logf(expf(row[labels[i]]) / sum + 1e-6f) / n);
}

extern "C" void solve(const float* logits, const int* true_labels, float* loss, int N, int C) {
    cudaMemset(loss, 0, 4);
    rows<<<(N + 63) / 64, 64>>>(logits, true_labels, loss, N, C);
}
