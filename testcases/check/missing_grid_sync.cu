// exam: problem=vector-addition verdict=accepted,wrong-answer finding=race
// The second half of the kernel reads what other blocks write in the first.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, float* copy, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) copy[i] = A[i] + B[i];
    int mirrored = N - 1 - i;
    if (i < N) C[mirrored] = copy[mirrored];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* copy;
    cudaMalloc(&copy, N * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, C, copy, N);
    cudaDeviceSynchronize();
    cudaFree(copy);
}
