// exam: problem=vector-addition verdict=time-limit finding=deadlock only=emulated
// exam: says "wait at __syncthreads() in line 13"
// One half of a warp waits for the block, the other half for the warp.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (threadIdx.x % 32 < 16)
        __syncwarp();
    else
        __syncthreads();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
