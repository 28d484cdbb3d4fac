// exam: problem=linear-self-attention verdict=wrong-answer
// Negative features are 0 instead of exp(x).
#include <cuda_runtime.h>

__device__ float phi(float x) { return x > 0.0f ? x + 1.0f : 1e-6f; }

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float total = 0.0f;
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < M; j++) {
            float weight = 0.0f;
            for (int c = 0; c < d; c++) weight += phi(Q[i * d + c]) * phi(K[j * d + c]);
            if (pass == 0) total += weight;
            if (pass == 1)
                for (int c = 0; c < d; c++) output[i * d + c] = (j ? output[i * d + c] : 0.0f) + weight / total * V[j * d + c];
        }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d) {
    attention<<<(M + 31) / 32, 32>>>(Q, K, V, output, M, d);
}
