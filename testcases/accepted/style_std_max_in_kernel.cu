// exam: problem=softmax verdict=accepted
// std::max is a constexpr function of the host; the judge has nvcc take such functions in kernels (--expt-relaxed-constexpr).
#include <cuda_runtime.h>
#include <algorithm>

__global__ void softmax(const float* x, float* y, int n) {
    __shared__ float s[1024];
    float m = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += 1024) m = std::max(m, x[i]);
    s[threadIdx.x] = m;
    for (int h = 512; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) s[threadIdx.x] = std::max(s[threadIdx.x], s[threadIdx.x + h]);
    }
    __syncthreads();
    m = s[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 1024) sum += expf(x[i] - m);
    s[threadIdx.x] = sum;
    for (int h = 512; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 1024) y[i] = expf(x[i] - m) / s[0];
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<1, 1024>>>(input, output, N); }
