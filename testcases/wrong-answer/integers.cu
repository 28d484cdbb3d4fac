// exam: problem=vector-addition verdict=wrong-answer
// exam: says "C["
// Adds as integers, losing the fractions.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = static_cast<int>(A[i]) + static_cast<int>(B[i]);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
