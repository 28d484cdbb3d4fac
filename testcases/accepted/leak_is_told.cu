// exam: problem=vector-addition verdict=accepted
// exam: emulated says "leak_is_told.cu:14:"
// exam: emulated says "call cudaFree() at the end of solve()"
// Right, and each call leaves a little device memory behind: told without --check, too.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* unused;
    cudaMalloc(&unused, 256);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
