// exam: problem=vector-addition verdict=wrong-answer,accepted finding=uninitialised-read
// The sum has no value when the first element is added.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float sum;
    sum += A[i];  // exam: here
    sum += B[i];
    C[i] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
