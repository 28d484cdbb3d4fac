// exam: problem=vector-addition verdict=accepted
// exam: emulated says "cudaMemset failed with cudaErrorInvalidValue (1)"
// exam: emulated says "devPtr points at what cudaMalloc() gave, which is 16 bytes large, and 64 bytes from there on were asked for"
// What fails is not needed: the memory is too small, to the byte where there is no GPU. The finding tells which argument is wrong.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* sums;
    cudaMalloc(&sums, 16);
    cudaMemset(sums, 0, 64);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
    cudaFree(sums);
}
