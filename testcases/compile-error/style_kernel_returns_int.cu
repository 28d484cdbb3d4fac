// exam: problem=vector-addition verdict=compile-error
// A kernel must return void.
#include <cuda_runtime.h>

__global__ int vecAdd(const float *A, const float *B, float *C, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return 1;
    C[i] = A[i] + B[i];
    return 0;
}

extern "C" void solve(const float *A, const float *B, float *C, int N)
{
    int threads = 256;
    int blocks = (N + threads - 1) / threads;
    vecAdd<<<blocks, threads>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
