// exam: problem=vector-addition verdict=accepted finding=divergent-barrier
// Half of the block never comes to the barrier, and leaves the kernel.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (threadIdx.x < 128) {
        __syncthreads();  // exam: here
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
