// exam: problem=vector-addition verdict=accepted
// exam: emulated says "out-of-bounds write at the first byte past the end of the __shared__ variable tile (400 bytes)"
// Writes one element behind an array, where on a GPU the block's shared memory has not ended yet, and reads it back from there.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float tile[100];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = i < N ? A[i] + B[i] : 0.0f;  // exam: here
    __syncthreads();
    if (i < N) C[i] = tile[threadIdx.x + 1];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 99) / 100, 100>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
