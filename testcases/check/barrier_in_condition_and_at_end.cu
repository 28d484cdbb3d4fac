// exam: problem=vector-addition verdict=accepted finding=divergent-barrier
// One warp waits once more than the others. Their last barrier, which ends the kernel, is its first: barriers count arrivals.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32) __syncthreads();
    if (i < N) C[i] = A[i] + B[i];
    __syncthreads();  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
