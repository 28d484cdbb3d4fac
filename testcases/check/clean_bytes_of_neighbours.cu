// exam: problem=vector-addition verdict=accepted finding=none
// Each thread writes its own byte of a word that it shares with three others.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, unsigned char* marks, int N) {
    __shared__ unsigned char here[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    here[threadIdx.x] = i < N;
    if (i < N) marks[i] = 1;
    if (here[threadIdx.x] && marks[i]) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    unsigned char* marks;
    cudaMalloc(&marks, N);
    add<<<(N + 255) / 256, 256>>>(A, B, C, marks, N);
    cudaDeviceSynchronize();
    cudaFree(marks);
}
