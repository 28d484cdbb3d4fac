// exam: problem=vector-addition verdict=runtime-error
// exam: emulated says "past the end of the __shared__ variable tile (1,024 bytes)"
// Reads one element behind an array with which the block's shared memory ends: there a GPU faults.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < N ? A[i] + B[i] : 0.0f;
    __syncthreads();
    const volatile float* neighbours = tile;
    float right = neighbours[threadIdx.x + 1];  // exam: here
    if (i < N) C[i] = tile[threadIdx.x];
    if (N < 0) C[i] = right;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
