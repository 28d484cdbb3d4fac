// exam: problem=vector-addition verdict=wrong-answer,accepted finding=uninitialised-read
// exam: emulated says "cudaMemset()"
// Adds to memory of cudaMalloc() that nobody has set to zero.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* total, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) total[i] += A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* total;
    cudaMalloc(&total, N * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, total, N);
    cudaMemcpy(C, total, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(total);
}
