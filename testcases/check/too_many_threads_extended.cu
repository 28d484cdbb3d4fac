// exam: problem=vector-addition verdict=runtime-error finding=unchecked-launch
// 2048 threads a block, by cudaLaunchKernelEx, whose result nobody looks at.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3((N + 2047) / 2048);
    config.blockDim = dim3(2048);
    cudaLaunchKernelEx(&config, add, A, B, C, N);  // exam: here
    cudaDeviceSynchronize();
}
