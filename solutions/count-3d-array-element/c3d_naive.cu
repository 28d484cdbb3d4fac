// A three-dimensional grid of 8 by 8 by 8 blocks, an element a thread, an atomic for each hit.
// Costs: pieces of 32 bytes for a warp's loads; threads past all three ends; half as many atomics as elements.
// Expect: a small part of the bandwidth.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void count(const int* input, int* output, int N, int M, int K, int P) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < N && j < M && k < K) {
        if (input[(i * M + j) * K + k] == P) atomicAdd(output, 1);
    }
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int P) {
    cudaMemset(output, 0, sizeof(int));
    dim3 block(8, 8, 8);
    dim3 grid((K + 7) / 8, (M + 7) / 8, (N + 7) / 8);
    count<<<grid, block>>>(input, output, N, M, K, P);
}
