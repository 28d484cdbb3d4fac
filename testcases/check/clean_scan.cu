// exam: problem=reduction verdict=accepted finding=none
// A scan between two buffers: each step reads the one and writes the other.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float sums[2][256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, from = 0;
    sums[from][t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2, from = 1 - from) {
        sums[1 - from][t] = t >= step ? sums[from][t] + sums[from][t - step] : sums[from][t];
        __syncthreads();
    }
    if (t == 255) atomicAdd(output, sums[from][t]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
