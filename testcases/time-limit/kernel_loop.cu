// exam: problem=vector-addition verdict=time-limit
// exam: says "not done after"
// A kernel that never ends.

#include <cuda_runtime.h>

__device__ volatile int stay = 1;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (stay) {}
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
