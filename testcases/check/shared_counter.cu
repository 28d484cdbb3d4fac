// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// All threads add to one shared variable, without an atomic.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) total = 0.0f;
    __syncthreads();
    if (i < N) total += input[i];  // exam: here
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(output, total);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
