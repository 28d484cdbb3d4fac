// exam: problem=vector-addition verdict=wrong-answer size=full
// exam: says "never written"
// exam: says "large"
// No more than 65,535 blocks, as old GPUs had it, and no loop over the rest: 16,776,960 elements are added.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int blocks = (N + 255) / 256;
    add<<<blocks < 65535 ? blocks : 65535, 256>>>(A, B, C, N);
}
