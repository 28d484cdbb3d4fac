// exam: problem=vector-addition-pinned verdict=runtime-error
// exam: says "C["
// Forgets the guard, in host memory: the threads behind the last element write past the end of C.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    C[i] = i < N ? A[i] + B[i] : 0.0f;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
