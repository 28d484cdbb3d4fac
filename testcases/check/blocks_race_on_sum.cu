// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// exam: emulated says "between blocks"
// Blocks add to the result without an atomic.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) *output += part[0];  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = N < 256 ? 2 : (N + 255) / 256;
    cudaMemset(output, 0, sizeof(float));
    sum<<<blocks, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
