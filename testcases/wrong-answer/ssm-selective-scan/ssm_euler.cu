// exam: problem=ssm-selective-scan verdict=wrong-answer
// The factor is 1 + delta A instead of exp(delta A).
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void scan(const float* u, const float* delta, const float* A, const float* B, const float* C, const float* skip,
                     float* y, int batch, int L, int D, int N) {
    const int d = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (d >= D) return;
    float h[64] = {};
    for (int t = 0; t < L; t++) {
        const int s = b * L + t;
        const float dt = delta[s * D + d], x = u[s * D + d];
        float sum = skip[d] * x;
        for (int n = 0; n < N; n++) {
            const float old = h[n];
            h[n] = (1 + dt * A[d * N + n]) * old + dt * B[s * N + n] * x;
            sum += C[s * N + n] * h[n];
        }
        y[s * D + d] = sum;
    }
}

extern "C" void solve(const float* u, const float* delta, const float* A, const float* B, const float* C, const float* skip,
                      float* y, int batch, int seq_len, int d_model, int d_state) {
    scan<<<dim3((d_model + 31) / 32, batch), 32>>>(u, delta, A, B, C, skip, y, batch, seq_len, d_model, d_state);
}
