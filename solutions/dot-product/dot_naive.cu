// A thread for each product, a tree in shared memory for each block, an atomicAdd for each block's sum.
// Costs: one load of each vector a thread, so few bytes are under way; eight barriers for 256 products; 400,000
// additions to one address at N = 1e8, which arrive one after the other.
// Expect: well below half of the bandwidth.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void dot(const float* A, const float* B, float* result, int N) {
    __shared__ float products[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    products[threadIdx.x] = i < N ? A[i] * B[i] : 0.0f;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) products[threadIdx.x] += products[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(result, products[0]);
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    cudaMemset(result, 0, sizeof(float));
    dot<<<(N + 255) / 256, 256>>>(A, B, result, N);
}
