// exam: problem=2d-fft verdict=wrong-answer
// The columns are not transformed.
#include <cuda_runtime.h>

// A frequency of n numbers, `stride` apart.
__device__ float2 frequency(const float2* x, int stride, int k, int n) {
    float re = 0, im = 0;
    for (int i = 0; i < n; i++) {
        float s, c;
        sincospif(-2.0f * (float)(k * i % n) / n, &s, &c);
        float2 v = x[i * stride];
        re += v.x * c - v.y * s;
        im += v.x * s + v.y * c;
    }
    return make_float2(re, im);
}

__global__ void transform(const float2* x, float2* X, int lines, int n, int line_stride, int stride, int out_line,
                          int out_stride) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= lines * n) return;
    int line = at / n, k = at % n;
    X[line * out_line + k * out_stride] = frequency(x + line * line_stride, stride, k, n);
}

extern "C" void solve(const float* signal, float* spectrum, int M, int N) {
    float2* t;
    cudaMalloc(&t, M * N * sizeof(float2));
    const float2* x = (const float2*)signal;
    float2* X = (float2*)spectrum;
    int blocks = (M * N + 127) / 128;
    transform<<<blocks, 128>>>(x, X, M, N, N, 1, N, 1);
    (void)t;
    cudaFree(t);
}
