// exam: problem=reduction verdict=accepted finding=none
// Counts by atomics in shared memory, and adds up what was counted.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ int signs[3];
    __shared__ float total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 3) signs[threadIdx.x] = 0;
    if (threadIdx.x == 0) total = 0.0f;
    __syncthreads();
    if (i < N) {
        atomicAdd(&signs[input[i] < 0 ? 0 : input[i] > 0 ? 2 : 1], 1);
        atomicAdd(&total, input[i]);
    }
    __syncthreads();
    int count = signs[0] + signs[1] + signs[2];
    if (threadIdx.x == 0 && count > 0) atomicAdd(output, total);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
