// exam: problem=vector-addition verdict=wrong-answer finding=write-to-input only=emulated
// Uses an input as scratch memory.

#include <cuda_runtime.h>

__global__ void add(float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    A[i] += B[i];  // exam: here
    C[i] = A[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(const_cast<float*>(A), B, C, N);
    cudaDeviceSynchronize();
}
