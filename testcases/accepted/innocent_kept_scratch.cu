// exam: problem=relu verdict=accepted
// A static buffer of device memory that grows with the largest call and stays: allocation is paid for once.

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    static float* scratch = nullptr;
    static int capacity = 0;
    if (N > capacity) {
        cudaFree(scratch);
        if (cudaMalloc(&scratch, N * sizeof(float)) != cudaSuccess) return;
        capacity = N;
    }
    relu<<<(N + 255) / 256, 256>>>(input, scratch, N);
    cudaMemcpyAsync(output, scratch, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
