// exam: problem=causal-depthwise-conv1d verdict=wrong-answer
// The bias is forgotten.
#include <cuda_runtime.h>

__global__ void convolve(const float* x, const float* w, const float* bias, float* out, int total, int L, int D, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int d = i % D, l = i / D % L;
    float sum = 0;
    for (int k = 0; k < K; k++)
        if (k <= l) sum += w[d * K + k] * x[i - k * D];
    out[i] = sum;
}

extern "C" void solve(const float* x, const float* weight, const float* bias, float* output, int B, int L, int D, int K) {
    int total = B * L * D;
    convolve<<<(total + 127) / 128, 128>>>(x, weight, bias, output, total, L, D, K);
}
