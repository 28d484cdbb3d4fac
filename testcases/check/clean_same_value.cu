// exam: problem=vector-addition verdict=accepted finding=none
// Many threads set one flag to the same value.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int* any, int N) {
    __shared__ int has_work;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) has_work = 0;
    __syncthreads();
    if (i < N) has_work = 1;
    if (i < N) *any = 1;
    __syncthreads();
    if (has_work && i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int* any;
    cudaMalloc(&any, sizeof(int));
    cudaMemset(any, 0, sizeof(int));
    add<<<(N + 255) / 256, 256>>>(A, B, C, any, N);
    cudaDeviceSynchronize();
    cudaFree(any);
}
