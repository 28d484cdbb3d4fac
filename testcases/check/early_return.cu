// exam: problem=vector-addition verdict=accepted finding=divergent-barrier
// exam: emulated says "had left the kernel"
// The threads behind the end return before the barrier.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    sums[threadIdx.x] = A[i] + B[i];
    __syncthreads();  // exam: here
    C[i] = sums[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
