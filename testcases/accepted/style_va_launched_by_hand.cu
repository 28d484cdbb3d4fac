// exam: problem=vector-addition verdict=accepted
// No chevrons: cudaLaunchKernel, cudaLaunchKernelEx, and a pointer to a kernel chosen by a conditional.
#include <cuda_runtime.h>

#define KERNEL(name) static __global__ void name(const float *A, const float *B, float *C, int from, int to)

KERNEL(with_step) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    while (i < to) {
        C[i] = A[i] + B[i];
        i += gridDim.x * blockDim.x;
    }
}
KERNEL(without_step) { if (int i = from + blockIdx.x * blockDim.x + threadIdx.x; i < to) C[i] = A[i] + B[i]; }

using kernel_t = void (*)(const float*, const float*, float*, int, int);

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int zero = 0, third = N / 3, two_thirds = third * 2;

    void* args[5] = {(void*)&A, (void*)&B, (void*)&C, (void*)&zero, (void*)&third};
    if (third) cudaLaunchKernel((const void*)without_step, dim3((third + 63) / 64), dim3(64), args, 0, 0);

    kernel_t k = N % 2 ? with_step : without_step;
    int blocks = N % 2 ? 7 : (third + 511) / 512;
    if (third) (*k)<<<blocks, 512>>>(A, B, C, third, two_thirds);

    cudaLaunchConfig_t config = {};
    config.gridDim = 20;
    config.blockDim = {32, 1, 1};
    cudaLaunchKernelEx(&config, with_step, A, B, C, two_thirds, N);
}
