// exam: problem=softmax verdict=compile-error
// rnd() and largest() are host functions; kernels may not call them.
#include <cuda_runtime.h>
#include <cmath>

static float largest(float a, float b) { return a > b ? a : b; }

__global__ void softmax(const float* x, float* y, int n) {
    __shared__ float s[512];
    float m = -1e30f;
    for (int i = threadIdx.x; i < n; i += 512) m = largest(m, x[i]);
    s[threadIdx.x] = m;
    for (int h = 256; h > 0; h >>= 1) {
        __syncthreads();
        if (threadIdx.x < h) s[threadIdx.x] = largest(s[threadIdx.x], s[threadIdx.x + h]);
    }
    __syncthreads();
    m = s[0];
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 512) sum += expf(x[i] - m);
    s[threadIdx.x] = sum;
    for (int h = 256; h > 0; h >>= 1) {
        __syncthreads();
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 512) y[i] = expf(x[i] - m) / s[0];
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<1, 512>>>(input, output, N); }
