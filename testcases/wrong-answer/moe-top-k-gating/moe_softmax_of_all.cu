// exam: problem=moe-top-k-gating verdict=wrong-answer
// The weights are those of the softmax over all experts: they do not add up to 1.
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
        indices[m * k + j] = best;
    }
    for (int e = 0; e < E; e++) sum += expf(row[e] - row[indices[m * k]]);
    for (int j = 0; j < k; j++) weights[m * k + j] = expf(row[indices[m * k + j]] - row[indices[m * k]]) / sum;
}

extern "C" void solve(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
    gate<<<(M + 31) / 32, 32>>>(logits, topk_weights, topk_indices, M, E, k);
}
