// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "host code read A[0]: device memory cannot be reached from the host"
// exam: emulated says "cudaMemcpy()"
// Reads device memory on the host.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (*static_cast<const volatile float*>(A) != 0) {  // exam: here
        add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    }
}
