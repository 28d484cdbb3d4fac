// exam: problem=vector-addition verdict=accepted
// Host code waits for a kernel by looking at page-locked memory, without a call of the runtime.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

__global__ void raise(volatile int* flag) {
    *flag = 1;
    __threadfence_system();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int* flag;
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    *flag = 0;
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    raise<<<1, 1>>>(flag);
    while (*(volatile int*)flag == 0) {
    }
    cudaFreeHost(flag);
}
