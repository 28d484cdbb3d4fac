// exam: problem=mean-squared-error verdict=wrong-answer
// The sum, and not the mean.
#include <cuda_runtime.h>

__global__ void add(const float* p, const float* t, float* mse, int n) {
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) s += (p[i] - t[i]) * (p[i] - t[i]);
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(mse, s);
}

extern "C" void solve(const float* predictions, const float* targets, float* mse, int N) {
    cudaMemset(mse, 0, 4);
    add<<<32, 256>>>(predictions, targets, mse, N);
}
