// exam: problem=vector-addition verdict=runtime-error
// Recurses in the kernel until the stack of the thread ends.

#include <cuda_runtime.h>

__device__ __noinline__ float descend(const float* A, int depth) {
    volatile float frame[64];
    frame[depth % 64] = A[0];
    return descend(A, depth + 1) + frame[0];
}

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = descend(A, i) + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
