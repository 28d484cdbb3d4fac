// exam: problem=lora-linear verdict=wrong-answer
// B is taken to be rank x d_out.
#include <cuda_runtime.h>

__global__ void linear(const float* x, const float* W, const float* A, const float* B, float* out, int batch, int d_in,
                       int d_out, int rank, float scale) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 4 + threadIdx.y;
    if (i >= batch || j >= d_out) return;
    float base = 0, low = 0;
    for (int k = 0; k < d_in; k++) base += x[i * d_in + k] * W[j * d_in + k];
    for (int r = 0; r < rank; r++) {
        float t = 0;
        for (int k = 0; k < d_in; k++) t += x[i * d_in + k] * A[r * d_in + k];
        low += t * B[r * d_out + j];
    }
    out[i * d_out + j] = base + scale * low;
}

extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale) {
    linear<<<dim3((d_out + 31) / 32, (batch + 3) / 4), dim3(32, 4)>>>(x, W, A, B, output, batch, d_in, d_out, rank, lora_scale);
}
