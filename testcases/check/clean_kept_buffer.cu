// exam: problem=vector-addition verdict=accepted finding=none
// A buffer that the first call makes and all later ones use again.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, float* scratch, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) scratch[blockIdx.x % 256] = 1.0f;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static float* scratch = nullptr;
    if (!scratch) cudaMalloc(&scratch, 1024);
    add<<<(N + 255) / 256, 256>>>(A, B, C, scratch, N);
    cudaDeviceSynchronize();
}
