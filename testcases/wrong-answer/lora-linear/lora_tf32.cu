// exam: problem=lora-linear verdict=wrong-answer
// x and W are cut to the ten bits of TF32.
#include <cuda_runtime.h>

__device__ float cut(float value) { return __uint_as_float((__float_as_uint(value) + 0x1000u) & 0xffffe000u); }

__global__ void linear(const float* x, const float* W, const float* A, const float* B, float* out, int batch, int d_in,
                       int d_out, int rank, float scale) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 4 + threadIdx.y;
    if (i >= batch || j >= d_out) return;
    float base = 0, low = 0;
    for (int k = 0; k < d_in; k++) base += cut(x[i * d_in + k]) * cut(W[j * d_in + k]);
    for (int r = 0; r < rank; r++) {
        float t = 0;
        for (int k = 0; k < d_in; k++) t += x[i * d_in + k] * A[r * d_in + k];
        low += t * B[j * rank + r];
    }
    out[i * d_out + j] = base + scale * low;
}

extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale) {
    linear<<<dim3((d_out + 31) / 32, (batch + 3) / 4), dim3(32, 4)>>>(x, W, A, B, output, batch, d_in, d_out, rank, lora_scale);
}
