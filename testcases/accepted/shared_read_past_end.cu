// exam: problem=vector-addition verdict=accepted
// exam: emulated says "past the end of the __shared__ variable tile"
// Each thread reads its right neighbour's element, the last one what lies behind the array, and drops it. A block's shared
// memory ends at a multiple of 128 bytes, and 400 bytes are none.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float tile[100];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < N ? A[i] + B[i] : 0.0f;
    __syncthreads();
    const volatile float* neighbours = tile;
    float right = neighbours[threadIdx.x + 4];  // exam: here
    if (i < N) C[i] = tile[threadIdx.x];
    if (N < 0) C[i] = right;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 99) / 100, 100>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
