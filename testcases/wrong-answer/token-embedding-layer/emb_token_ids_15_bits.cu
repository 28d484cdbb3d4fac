// exam: problem=token-embedding-layer verdict=wrong-answer
// Token ids are kept in 15 bits: wrong from 32768 on.
#include <cuda_runtime.h>

__device__ float over_warp(float v) {
    for (int k = 16; k; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k);
    return v;
}

__global__ void embed(const int* ids, const int* places, const float* tokens, const float* positions, const float* gamma,
                      const float* beta, float* out, int B, int T, int P, int D, float eps) {
    const int i = blockIdx.x, b = i / T, t = i % T;
    const float* x = tokens + (size_t)(ids[i] & 32767) * D;
    const float* p = positions + (size_t)places[t] * D;
    float sum = 0, squares = 0;
    for (int d = threadIdx.x; d < D; d += 32) sum += (x[d] + p[d]);
    const float mean = over_warp(sum) / D;
    for (int d = threadIdx.x; d < D; d += 32) squares += ((x[d] + p[d]) - mean) * ((x[d] + p[d]) - mean);
    const float scale = rsqrtf(over_warp(squares) / D + eps);
    for (int d = threadIdx.x; d < D; d += 32) out[((size_t)b * T + t) * D + d] = (x[d] + p[d] - mean) * scale * gamma[d] + beta[d];
}

extern "C" void solve(const int* token_ids, const int* position_ids, const float* token_embeddings,
                      const float* position_embeddings, const float* gamma, const float* beta, float* output, int B, int T,
                      int V, int P, int D, float eps) {
    embed<<<B * T, 32>>>(token_ids, position_ids, token_embeddings, position_embeddings, gamma, beta, output, B, T, P, D, eps);
}
