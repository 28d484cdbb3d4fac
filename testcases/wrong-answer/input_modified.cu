// exam: problem=vector-addition verdict=wrong-answer
// exam: says "which is an input"
// The answer is right, and A is not what it was.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    C[i] = A[i] + B[i];
    if (i == N - 1)
        const_cast<float*>(A)[i] = 0.5f;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
