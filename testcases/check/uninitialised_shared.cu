// exam: problem=vector-addition verdict=accepted finding=uninitialised-read
// The halo of the shared array is read and never written.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float sums[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x + 1] = i < N ? A[i] + B[i] : 0.0f;
    __syncthreads();
    float left = sums[threadIdx.x];  // exam: here
    if (i < N) C[i] = N < 0 ? left : sums[threadIdx.x + 1];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
