// exam: problem=moe-top-k-gating verdict=wrong-answer
// Eight experts at most are chosen; the rest stay zero.
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
        if (j >= 8) break;
        indices[m * k + j] = best;
        sum += expf(row[best]);
    }
    for (int j = 0; j < k && j < 8; j++) weights[m * k + j] = expf(row[indices[m * k + j]]) / sum;
}

extern "C" void solve(const float* logits, float* topk_weights, int* topk_indices, int M, int E, int k) {
    gate<<<(M + 31) / 32, 32>>>(logits, topk_weights, topk_indices, M, E, k);
}
