// exam: problem=vector-addition verdict=compile-error
// printf() without <cstdio>.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N < 0) printf("N is %d\n", N);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
