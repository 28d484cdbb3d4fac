// exam: problem=interleave-arrays verdict=wrong-answer
// B goes to the even places.

#include <cuda_runtime.h>

__global__ void interleave(const float* A, const float* B, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[2 * i] = B[i], output[2 * i + 1] = A[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    interleave<<<(N + 255) / 256, 256>>>(A, B, output, N);
}
