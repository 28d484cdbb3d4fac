// exam: problem=softmax-attention-backward verdict=wrong-answer
// dO is cut to TF32.
#include <cuda_runtime.h>

__global__ void backward(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    for (int e = 0; e < N * d; e++) dK[e] = dV[e] = 0.0f;
    for (int e = 0; e < M * d; e++) dQ[e] = 0.0f;
    for (int i = 0; i < M; i++) {
        float largest = -1e30f, total = 0.0f, mean = 0.0f;
        for (int pass = 0; pass < 4; pass++)
            for (int j = 0; j < N; j++) {
                float s = 0.0f, dp = 0.0f;
                for (int c = 0; c < d; c++) s += Q[i * d + c] * K[j * d + c], dp += __uint_as_float(__float_as_uint(dO[i * d + c]) & 0xffffe000u) * V[j * d + c];
                s /= sqrtf(d);
                float p = pass >= 1 ? expf(s - largest) : 0.0f;
                if (pass == 0) largest = fmaxf(largest, s);
                if (pass == 1) total += p;
                if (pass == 2) mean += p / total * dp;
                if (pass == 3)
                    for (int c = 0; c < d; c++) {
                        float ds = p / total * (dp - mean) / sqrtf(d);
                        dQ[i * d + c] += ds * K[j * d + c];
                        dK[j * d + c] += ds * Q[i * d + c];
                        dV[j * d + c] += p / total * __uint_as_float(__float_as_uint(dO[i * d + c]) & 0xffffe000u);
                    }
            }
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
    backward<<<1, 1>>>(Q, K, V, dO, dQ, dK, dV, M, N, d);
}
