// exam: problem=speculative-decoding-verification verdict=wrong-answer cases=extra
// Accepts a sample that equals p / q.

#include <cuda_runtime.h>

__global__ void verify(const int* draft_tokens, const float* draft_probs, const float* target_probs, const float* samples,
                       int* output, int B, int T, int V) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= B) return;
    int t = 0;
    while (t < T) {
        int token = draft_tokens[b * T + t];
        size_t at = ((size_t)b * T + t) * V + token;
        if (samples[b * (T + 1) + t] > target_probs[at] / draft_probs[at]) break;
        output[b * (T + 1) + t] = token;
        t++;
    }
    bool all = t == T;
    size_t row = ((size_t)b * T + (all ? T - 1 : t)) * V;
    float total = 0;
    for (int v = 0; v < V; v++) total += fmaxf(target_probs[row + v] - (all ? 0 : draft_probs[row + v]), 0);
    float left = samples[b * (T + 1) + T] * total;
    int token = 0;
    for (int v = 0; v < V; v++) {
        float weight = fmaxf(target_probs[row + v] - (all ? 0 : draft_probs[row + v]), 0);
        if (weight > 0) token = v;
        left -= weight;
        if (left < 0) break;
    }
    output[b * (T + 1) + t] = token;
    for (int i = t + 1; i <= T; i++) output[b * (T + 1) + i] = 0;
}

extern "C" void solve(const int* draft_tokens, const float* draft_probs, const float* target_probs,
                      const float* uniform_samples, int* output_tokens, int B, int T, int V) {
    verify<<<(B + 31) / 32, 32>>>(draft_tokens, draft_probs, target_probs, uniform_samples, output_tokens, B, T, V);
}
