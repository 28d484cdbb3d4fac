// exam: problem=vector-addition-host verdict=wrong-answer
// Host code reads managed memory that a kernel is still writing.

#include <cuda_runtime.h>

#include <cstring>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < N ? A[i] + B[i] : 0.0f, y = x;
    for (int k = 0; k < 2000; ++k) y = y * 0.5f + x * 0.5f;
    if (i < N) C[i] = y;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    size_t bytes = N * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMallocManaged(&c, bytes);
    std::memset(c, 0, bytes);
    cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + 255) / 256, 256>>>(a, b, c, N);
    std::memcpy(C, c, bytes);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
