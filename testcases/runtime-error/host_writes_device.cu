// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "host code wrote to C["
// The kernel leaves the last element to the host, which has only a pointer into device memory.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
    C[N - 1] = 0.0f;  // exam: here
}
