// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "a kernel wrote to host memory, which parameter 4 of the kernel points to"
// The kernel counts in a variable of the host's.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int* done, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    C[i] = A[i] + B[i];
    atomicAdd(done, 1);  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int done = 0;
    add<<<(N + 255) / 256, 256>>>(A, B, C, &done, N);
    cudaDeviceSynchronize();
}
