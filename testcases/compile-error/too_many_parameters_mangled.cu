// exam: problem=vector-addition verdict=compile-error
// exam: says "5"
// exam: says "4"
// exam: says "A, B, C, N"
// A C++ solve() with five parameters where four are passed.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

void solve(const float* A, const float* B, float* C, int N, float scale) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
