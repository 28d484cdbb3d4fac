// exam: problem=speculative-decoding-verification verdict=wrong-answer
// All probabilities and samples are rounded to bfloat16.

#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ __host__ static inline float LPB(float x) { return __bfloat162float(__float2bfloat16(x)); }

__global__ void verify(const int* draft_tokens, const float* draft_probs, const float* target_probs, const float* samples,
                       int* output, int B, int T, int V) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= B) return;
    int t = 0;
    while (t < T) {
        int token = draft_tokens[b * T + t];
        size_t at = ((size_t)b * T + t) * V + token;
        if (LPB(samples[b * (T + 1) + t]) >= LPB(target_probs[at]) / LPB(draft_probs[at])) break;
        output[b * (T + 1) + t] = token;
        t++;
    }
    bool all = t == T;
    size_t row = ((size_t)b * T + (all ? T - 1 : t)) * V;
    float total = 0;
    for (int v = 0; v < V; v++) total += fmaxf(LPB(target_probs[row + v]) - (all ? 0 : LPB(draft_probs[row + v])), 0);
    float left = LPB(samples[b * (T + 1) + T]) * total;
    int token = 0;
    for (int v = 0; v < V; v++) {
        float weight = fmaxf(LPB(target_probs[row + v]) - (all ? 0 : LPB(draft_probs[row + v])), 0);
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
