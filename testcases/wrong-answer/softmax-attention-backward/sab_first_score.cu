// exam: problem=softmax-attention-backward verdict=wrong-answer
// The first score of a row is subtracted, not the largest: exp() overflows where another is larger by 100.
#include <cuda_runtime.h>

__global__ void backward(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    float scale = 1.0f / sqrtf(d);
    for (int e = 0; e < M * d; e++) dQ[e] = 0.0f;
    for (int e = 0; e < N * d; e++) dK[e] = dV[e] = 0.0f;
    for (int i = 0; i < M; i++) {
        float first = 0.0f, total = 0.0f, mean = 0.0f;
        for (int pass = 0; pass < 3; pass++)
            for (int j = 0; j < N; j++) {
                float s = 0.0f, g = 0.0f;
                for (int c = 0; c < d; c++) s += Q[i * d + c] * K[j * d + c] * scale, g += dO[i * d + c] * V[j * d + c];
                if (pass == 0 && j == 0) first = s;
                if (pass == 0) total += expf(s - first);
                float p = expf(s - first) / total;
                if (pass == 1) mean += p * g;
                for (int c = 0; pass == 2 && c < d; c++) {
                    dV[j * d + c] += p * dO[i * d + c];
                    dQ[i * d + c] += p * (g - mean) * scale * K[j * d + c];
                    dK[j * d + c] += p * (g - mean) * scale * Q[i * d + c];
                }
            }
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    backward<<<1, 1>>>(Q, K, V, dO, dQ, dK, dV, M, N, d);
}
