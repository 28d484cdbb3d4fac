// exam: problem=vector-addition verdict=accepted
// exam: emulated says "out-of-bounds write at the first byte past the end of memory from cudaMalloc() in line 17"
// exam: emulated says "a GPU does not detect it"
// A scratch buffer one element shorter than what is written to it. A GPU hands memory out by 512 bytes, in pages of 2 MiB: what
// lies behind a small allocation is nobody's.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* sums, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= 12) sums[i] = 1.0f;  // exam: here
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* sums;
    cudaMalloc(&sums, 12 * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, sums, C, N);
    cudaDeviceSynchronize();
    cudaFree(sums);
}
