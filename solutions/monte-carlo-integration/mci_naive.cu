// Each block adds 256 samples in a tree and adds its share of the result with one atomicAdd.
// Costs: one load a thread, eight barriers a block, 40,000 atomics on one address at the ranked size.
// Expect: a few times the time of reading the samples.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void integrate(const float* y, float* result, float a, float b, int n) {
    __shared__ float sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    if (i < n)
        sums[t] = y[i];
    else
        sums[t] = 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0) atomicAdd(result, (b - a) * sums[0] / n);
}

extern "C" void solve(const float* y_samples, float* result, float a, float b, int n_samples) {
    cudaMemset(result, 0, sizeof(float));
    integrate<<<(n_samples + 255) / 256, 256>>>(y_samples, result, a, b, n_samples);
}
