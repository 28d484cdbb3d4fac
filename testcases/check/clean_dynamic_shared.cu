// exam: problem=vector-addition verdict=accepted finding=none
// Two arrays in one piece of dynamic shared memory, to its last byte.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    extern __shared__ float both[];
    float* a = both;
    float* b = both + blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    a[t] = i < N ? A[i] : 0.0f;
    b[t] = i < N ? B[i] : 0.0f;
    __syncthreads();
    int mirrored = blockIdx.x * blockDim.x + blockDim.x - 1 - t;
    if (mirrored < N) C[mirrored] = a[blockDim.x - 1 - t] + b[blockDim.x - 1 - t];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 98) / 99, 99, 2 * 99 * sizeof(float)>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
