// exam: problem=vector-addition-host verdict=wrong-answer
// Copies the sum into page-locked memory of its own and from there to C, without waiting in between:
// cudaMemcpyAsync() to page-locked memory returns at once, so what arrives in C is what lay there before.

#include <cuda_runtime.h>

#include <cstring>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    size_t bytes = N * sizeof(float);
    float *a, *b, *c, *staging;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaHostAlloc(&staging, bytes, cudaHostAllocDefault);
    std::memset(staging, 0, bytes);
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(a, b, c, N);
    cudaMemcpyAsync(staging, c, bytes, cudaMemcpyDeviceToHost);
    std::memcpy(C, staging, bytes);
    cudaDeviceSynchronize();
    cudaFreeHost(staging);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
