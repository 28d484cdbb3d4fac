// exam: problem=vector-addition verdict=accepted only=cuda
// Block 0 waits for a volatile flag that block 1 sets; both are on the card at once.
#include <cuda_runtime.h>

__device__ volatile int flag;
__device__ volatile float buffer[64];

__global__ void reset() { flag = 0; buffer[threadIdx.x] = 0; }

__global__ void add(const float* A, const float* B, float* C, int N)
{
    if (blockIdx.x == 1) {
        buffer[threadIdx.x] = 1;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) flag = 1;
    } else {
        if (threadIdx.x == 0)
            while (flag == 0) {}
        __syncthreads();
        __threadfence();
        if (buffer[63 - threadIdx.x] != 1) return;
    }
    for (int i = blockIdx.x * 64 + threadIdx.x; i < N; i += 128) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    reset<<<1, 64>>>();
    add<<<2, 64>>>(A, B, C, N);
}
