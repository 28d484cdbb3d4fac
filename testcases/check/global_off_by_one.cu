// exam: problem=vector-addition verdict=runtime-error finding=illegal-access
// exam: emulated says "out-of-bounds write to C["
// The guard lets one thread too many through.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < N ? A[i] + B[i] : 0.0f;
    if (i <= N) C[i] = sum;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<N / 256 + 1, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
