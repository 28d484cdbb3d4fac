// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "SIGSEGV"
// exam: emulated says "host code read memory from cudaMalloc() in line 18: device memory cannot be reached from the host"
// The right sums, in a buffer of its own, are taken from there by memcpy() instead of cudaMemcpy().

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* sums;
    cudaMalloc(&sums, N * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, sums, N);
    cudaDeviceSynchronize();
    std::vector<float> host(N);
    std::memcpy(host.data(), sums, N * sizeof(float));  // exam: here
    cudaMemcpy(C, host.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    cudaFree(sums);
}
