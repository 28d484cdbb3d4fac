// exam: problem=vector-addition verdict=unsupported only=emulated
// exam: says "wgmma"
// Hopper's own matrix instructions, which the emulated runtime does not have: it must say so, and not judge.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");  // exam: here
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
