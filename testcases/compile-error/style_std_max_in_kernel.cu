// exam: problem=softmax verdict=compile-error
// std::max is constexpr of the host; without --expt-relaxed-constexpr a kernel may not call it.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>

__global__ void softmax(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float m = x[0], sum = 0;
    for (int k = 1; k < n; ++k) m = std::max(m, x[k]);
    for (int k = 0; k < n; ++k) sum += std::exp(x[k] - m);
    y[i] = std::exp(x[i] - m) / sum;
}

extern "C" void solve(const float* input, float* output, int N) { softmax<<<(N + 255) / 256, 256>>>(input, output, N); }
