// exam: problem=vector-addition verdict=compile-error only=cuda
// The host calls a __device__ function.
#include <cuda_runtime.h>

__device__ int block_size() { return 256; }

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N > block_size() * 1000000) return;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
