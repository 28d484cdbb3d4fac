// exam: problem=vector-addition verdict=compile-error
// exam: says "bias"
// A name that nothing declares, in a kernel, after a launch that the emulated runtime rewrites.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}

__global__ void unused(float* C) {
    __shared__ float tile[32];
    C[threadIdx.x] = tile[0] + bias;  // exam: here
}
