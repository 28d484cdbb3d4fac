// exam: problem=vector-addition verdict=compile-error
// exam: emulated says "a function of the host's"
// A function without __device__ with a name that headers use for things of their own.
#include <cuda_runtime.h>
float add(float a, float b) { return a + b; }

__global__ void sum(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = add(A[i], B[i]);  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { sum<<<(N + 255) / 256, 256>>>(A, B, C, N); }
