// exam: problem=interleave-arrays verdict=wrong-answer
// Two of A, then two of B, in turn; the last of an odd N is right.

#include <cuda_runtime.h>

__global__ void interleave(const float* A, const float* B, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    int base = i / 2 * 4, k = i % 2;
    if (N % 2 == 1 && i == N - 1) {
        output[2 * i] = A[i];
        output[2 * i + 1] = B[i];
    } else {
        output[base + k] = A[i];
        output[base + 2 + k] = B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    interleave<<<(N + 255) / 256, 256>>>(A, B, output, N);
}
