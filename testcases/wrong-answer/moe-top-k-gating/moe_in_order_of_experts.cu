// exam: problem=moe-top-k-gating verdict=wrong-answer
// The k best are written in the order of the experts, not of the scores.
#include <cuda_runtime.h>

__global__ void gate(const float* logits, float* weights, int* indices, int M, int E, int k) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= M) return;
    const float* row = logits + m * E;
    float sum = 0;
    bool taken[256] = {};
    for (int j = 0; j < k; j++) {
        int best = 0;
        float score = -1e30f;
        for (int e = 0; e < E; e++)
            if (!taken[e] && row[e] > score) score = row[best = e];
        taken[best] = true;
        sum += expf(row[best]);
    }
    int j = 0;
    for (int e = 0; e < E; e++)
        if (taken[e]) {
            indices[m * k + j] = e;
            weights[m * k + j++] = expf(row[e]) / sum;
        }
}

extern "C" void solve(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
    gate<<<(M + 31) / 32, 32>>>(logits, topk_weights, topk_indices, M, E, k);
}
