// exam: problem=rms-normalization verdict=wrong-answer
// eps is added to the root, not under it: wrong where the elements are as small as sqrt(eps).
#include <cuda_runtime.h>

__global__ void norm(const float* in, float g, float b, float* out, int n, float eps) {
    __shared__ float s[128];
    float a = 0;
    for (int i = threadIdx.x; i < n; i += 128) a += in[i] * in[i];
    s[threadIdx.x] = a;
    __syncthreads();
    for (int k = 64; k; k >>= 1) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += 128) out[i] = g * in[i] / (sqrtf(s[0] / n) + eps) + b;
}

extern "C" void solve(const float* input, float gamma, float beta, float* output, int N, float eps) {
    norm<<<1, 128>>>(input, gamma, beta, output, N, eps);
}
