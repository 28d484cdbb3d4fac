// exam: problem=interleave-arrays verdict=wrong-answer
// All of A, then all of B.

#include <cuda_runtime.h>

__global__ void interleave(const float* A, const float* B, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = A[i], output[N + i] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    interleave<<<(N + 255) / 256, 256>>>(A, B, output, N);
}
