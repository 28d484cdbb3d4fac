// exam: problem=vector-addition verdict=unsupported only=emulated
// A library that would be a TiB of ones on the disk, written by the assembler.

#include <cuda_runtime.h>
asm(".data\n.fill 0x10000000000, 1, 1\n.text");

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
