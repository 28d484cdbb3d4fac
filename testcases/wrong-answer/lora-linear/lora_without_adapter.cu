// exam: problem=lora-linear verdict=wrong-answer
// The low-rank path is left out, which only B = 0 forgives.
#include <cuda_runtime.h>

__global__ void linear(const float* x, const float* W, float* out, int batch, int d_in, int d_out) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 4 + threadIdx.y;
    if (i >= batch || j >= d_out) return;
    float sum = 0;
    for (int k = 0; k < d_in; k++) sum += x[i * d_in + k] * W[j * d_in + k];
    out[i * d_out + j] = sum;
}

extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale) {
    linear<<<dim3((d_out + 31) / 32, (batch + 3) / 4), dim3(32, 4)>>>(x, W, output, batch, d_in, d_out);
}
