// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// No barrier between the steps of the tree.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2)
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];  // exam: here
    if (threadIdx.x == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
