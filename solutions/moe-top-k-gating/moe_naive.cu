// One thread for each token: k walks over the row, each for the largest score below the one found before.
// Costs: reads that lie a row apart; few threads; k walks.
// Expect: several times the time of a launch.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void gate(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= M) return;
    const float* row = logits + m * E;
    float* weights = topk_weights + m * k;
    int* indices = topk_indices + m * k;
    float sum = 0;
    for (int j = 0; j < k; j++) {
        int best = -1;
        for (int e = 0; e < E; e++) {
            bool left = j == 0 || row[e] < row[indices[j - 1]];
            if (left && (best < 0 || row[e] > row[best])) best = e;
        }
        indices[j] = best;
        weights[j] = expf(row[best] - row[indices[0]]);
        sum += weights[j];
    }
    for (int j = 0; j < k; j++) weights[j] /= sum;
}

extern "C" void solve(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
    gate<<<(M + 63) / 64, 64>>>(logits, topk_weights, topk_indices, M, E, k);
}
