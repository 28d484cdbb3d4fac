// exam: problem=vector-addition verdict=compile-error
// 80,000 bytes of __constant__ memory; there are 65,536.
#include <cuda_runtime.h>

__constant__ float table[20000];

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (table[i & 3] != 0) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
