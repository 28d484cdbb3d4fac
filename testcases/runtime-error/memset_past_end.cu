// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "out-of-bounds write to C["
// exam: emulated says "cudaErrorInvalidValue"
// Clears one element too many, from the host.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaMemset(C, 0, (N + 1) * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
