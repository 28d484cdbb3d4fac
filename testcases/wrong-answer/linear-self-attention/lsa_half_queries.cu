// exam: problem=linear-self-attention verdict=wrong-answer
// Queries are rounded to half; their errors shift the shares of features.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float phi(float x) { return x > 0.0f ? x + 1.0f : expf(x); }

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float sum[128] = {}, total = 0.0f;
    for (int j = 0; j < M; j++) {
        float weight = 0.0f;
        for (int c = 0; c < d; c++) weight += phi(__half2float(__float2half(Q[i * d + c]))) * phi(K[j * d + c]);
        total += weight;
        for (int c = 0; c < d; c++) sum[c] += weight * V[j * d + c];
    }
    for (int c = 0; c < d; c++) output[i * d + c] = sum[c] / total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    attention<<<(M + 31) / 32, 32>>>(Q, K, V, output, M, d);
}
