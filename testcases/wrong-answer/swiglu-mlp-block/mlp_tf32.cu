// exam: problem=swiglu-mlp-block verdict=wrong-answer
// All factors are cut to the ten bits of TF32.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__device__ float as_read(float v) { return __uint_as_float(__float_as_uint(v) + 0x1000 & 0xffffe000); }

__global__ void first(const float* x, const float* Wg, const float* Wu, float* h, int M, int D, int F) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M * F) return;
    float g = 0, u = 0;
    for (int k = 0; k < D; k++) {
        g += as_read(x[i / F * D + k]) * as_read(Wg[k * F + i % F]);
        u += as_read(x[i / F * D + k]) * as_read(Wu[k * F + i % F]);
    }
    h[i] = g / (1 + expf(-g)) * u;
}

__global__ void second(const float* h, const float* Wd, float* out, int M, int D, int F) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M * D) return;
    float sum = 0;
    for (int k = 0; k < F; k++) sum += as_read(h[i / D * F + k]) * as_read(Wd[k * D + i % D]);
    out[i] = sum;
}

extern "C" void solve(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output, int M,
                      int d_model, int d_ffn) {
    float* h;
    cudaMalloc(&h, sizeof(float) * M * d_ffn);
    first<<<(M * d_ffn + 127) / 128, 128>>>(x, W_gate, W_up, h, M, d_model, d_ffn);
    second<<<(M * d_model + 127) / 128, 128>>>(h, W_down, output, M, d_model, d_ffn);
    cudaFree(h);
}
