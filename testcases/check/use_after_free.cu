// exam: problem=vector-addition verdict=accepted,runtime-error finding=illegal-access only=emulated
// exam: says "was freed"
// The kernel reads a buffer that was freed. A GPU keeps the page of small ones, and the values are still there; large ones are gone.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* copy;
    cudaMalloc(&copy, N * sizeof(float));
    cudaMemcpy(copy, A, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(copy);
    add<<<(N + 255) / 256, 256>>>(copy, B, C, N);
    cudaDeviceSynchronize();
}
