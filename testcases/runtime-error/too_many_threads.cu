// exam: problem=vector-addition verdict=runtime-error
// exam: says "the launch"
// Asks for 2000 threads a block and never looks at the error.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 1999) / 2000, 2000>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
