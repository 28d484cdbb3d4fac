// exam: problem=speculative-decoding-verification verdict=wrong-answer
// A rejected token is drawn from the target's distribution, not from the rest.
#include <cuda_runtime.h>

__global__ void verify(const int* tokens, const float* q, const float* p, const float* u, int* out, int B, int T, int V) {
    const int b = threadIdx.x;
    u += b * (T + 1), out += b * (T + 1);
    int t = 0;
    for (; t < T; t++) {
        const int x = tokens[b * T + t], i = (b * T + t) * V + x;
        if (!(u[t] < p[i] / q[i])) break;
        out[t] = x;
    }
    const int row = (b * T + min(t, T - 1)) * V;
    float total = 0, sum = 0;
    int v = 0;
    for (int k = 0; k < V; k++) total += t < T ? p[row + k] : p[row + k];
    for (int k = 0; k < V; k++) {
        const float w = t < T ? p[row + k] : p[row + k];
        if (w > 0) v = k;
        if ((sum += w) > u[T] * total) break;
    }
    out[t] = v;
    for (t++; t <= T; t++) out[t] = 0;
}

extern "C" void solve(const int* draft_tokens, const float* draft_probs, const float* target_probs,
                      const float* uniform_samples, int* output_tokens, int B, int T, int V) {
    verify<<<1, B>>>(draft_tokens, draft_probs, target_probs, uniform_samples, output_tokens, B, T, V);
}
