// exam: problem=mean-squared-error verdict=wrong-answer
// Takes the mean over all threads of the grid, also those past the end, which add nothing.
#include <cuda_runtime.h>

__global__ void add(const float* p, const float* t, float* mse, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i < n ? (p[i] - t[i]) * (p[i] - t[i]) : 0.f;
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(mse, s / (gridDim.x * blockDim.x));
}

extern "C" void solve(const float* predictions, const float* targets, float* mse, int N) {
    cudaMemset(mse, 0, 4);
    add<<<(N + 127) / 128, 128>>>(predictions, targets, mse, N);
}
