// The formula as it stands: a thread for each query sums over all tokens.
// Costs: M * M * d operations, 80 times more than needed at the ranked size; neighbouring threads read queries d floats apart.
// judge: rung 1

#include <cuda_runtime.h>

__device__ float phi(float x) { return x > 0.0f ? x + 1.0f : expf(x); }

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float q[128], sum[128], total = 0.0f;
    for (int c = 0; c < d; c++) {
        q[c] = phi(Q[i * d + c]);
        sum[c] = 0.0f;
    }
    for (int j = 0; j < M; j++) {
        float weight = 0.0f;
        for (int c = 0; c < d; c++) weight += q[c] * phi(K[j * d + c]);
        total += weight;
        for (int c = 0; c < d; c++) sum[c] += weight * V[j * d + c];
    }
    for (int c = 0; c < d; c++) output[i * d + c] = sum[c] / total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    attention<<<(M + 63) / 64, 64>>>(Q, K, V, output, M, d);
}
