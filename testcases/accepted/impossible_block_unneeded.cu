// exam: problem=vector-addition verdict=accepted
// exam: says "cudaErrorInvalidValue (1)"
// The last launch asks for 2048 threads and fails; the answer was there before.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    add<<<(N + 2047) / 2048, 2048>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
