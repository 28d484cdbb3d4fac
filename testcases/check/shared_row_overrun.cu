// exam: problem=vector-addition verdict=accepted finding=illegal-access
// Reads one element past a row of a two-dimensional shared array: still inside it, but not what was meant.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float rows[2][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    rows[threadIdx.x / 128][threadIdx.x % 128] = i < N ? A[i] + B[i] : 0.0f;
    __syncthreads();
    float right = threadIdx.x < 128 ? rows[0][threadIdx.x % 128 + 1] : 0.0f;  // exam: here
    if (i < N) C[i] = N < 0 ? right : rows[threadIdx.x / 128][threadIdx.x % 128];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
