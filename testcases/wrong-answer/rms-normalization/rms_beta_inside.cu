// exam: problem=rms-normalization verdict=wrong-answer
// beta is added before gamma multiplies.
#include <cuda_runtime.h>

__global__ void norm(const float* in, float g, float b, float* out, int n, float eps) {
    float a = 0;
    for (int i = threadIdx.x; i < n; i += 32) a += in[i] * in[i];
    for (int k = 16; k; k >>= 1) a += __shfl_xor_sync(0xffffffff, a, k);
    const float r = rsqrtf(a / n + eps);
    for (int i = threadIdx.x; i < n; i += 32) out[i] = g * (in[i] * r + b);
}

extern "C" void solve(const float* input, float gamma, float beta, float* output, int N, float eps) {
    norm<<<1, 32>>>(input, gamma, beta, output, N, eps);
}
