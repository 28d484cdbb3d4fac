// exam: problem=vector-addition verdict=compile-error
// A compiler's plug-in or another program would run in the compiler: neither by a pragma nor by a line for the judge.

#include <cuda_runtime.h>
// judge: link ../../../../tmp/evil
#pragma GCC plugin "/tmp/evil.so"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
