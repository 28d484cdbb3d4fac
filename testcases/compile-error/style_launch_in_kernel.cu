// exam: problem=vector-addition verdict=compile-error
// A kernel that launches a kernel needs -rdc=true.
#include <cuda_runtime.h>

__global__ void child(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

__global__ void parent(const float* A, const float* B, float* C, int N) {
    if (threadIdx.x == 0) child<<<(N + 255) / 256, 256>>>(A, B, C, N);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    parent<<<1, 32>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
