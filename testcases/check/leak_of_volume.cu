// exam: problem=vector-addition verdict=accepted finding=leak
// A pitched volume that is never freed.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaPitchedPtr volume;
    cudaMalloc3D(&volume, make_cudaExtent(64, 8, 4));  // exam: here
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
