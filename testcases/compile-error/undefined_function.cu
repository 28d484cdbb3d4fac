// exam: problem=vector-addition verdict=compile-error
// exam: says "launch_elsewhere"
// Calls a function that nothing defines.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

void launch_elsewhere(const float* A, const float* B, float* C, int N);

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N < 0) add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    launch_elsewhere(A, B, C, N);
}
