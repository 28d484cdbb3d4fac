// exam: problem=vector-addition verdict=wrong-answer
// exam: says "nothing was written to C"
// Computes and stores nothing.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && A[i] + B[i] == 12345678.0f) C[i] = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
