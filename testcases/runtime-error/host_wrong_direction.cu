// exam: problem=vector-addition-host verdict=runtime-error
// exam: says "cudaMemcpy failed with cudaErrorInvalidValue"
// Copies the sum back in the direction that the line above was for.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    size_t bytes = N * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(a, b, c, N);
    cudaMemcpy(C, c, bytes, cudaMemcpyHostToDevice);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
