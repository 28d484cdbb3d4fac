// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "cudaErrorIllegalAddress"
// Writes through a null pointer in the kernel.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float* nowhere = N > 0 ? nullptr : C;
    if (i < N)
        *reinterpret_cast<volatile float*>(nowhere) = A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
