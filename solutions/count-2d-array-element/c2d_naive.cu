// A two-dimensional grid of 16 by 16 blocks, an element a thread; the block's hits meet in shared memory.
// Costs: one load a thread; shared atomics on one word, which the lanes of a warp do one after the other unless
// the compiler joins them; as many atomics in L2 as there are blocks.
// Expect: a fraction of the bandwidth; a matrix of one column takes sixteen times the threads that it needs.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void count(const int* input, int* output, int N, int M, int K) {
    __shared__ int hits;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (threadIdx.x == 0 && threadIdx.y == 0) hits = 0;
    __syncthreads();
    if (row < N && col < M && input[row * M + col] == K) atomicAdd(&hits, 1);
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && hits > 0) atomicAdd(output, hits);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K) {
    cudaMemset(output, 0, sizeof(int));
    dim3 block(16, 16);
    dim3 grid((M + 15) / 16, (N + 15) / 16);
    count<<<grid, block>>>(input, output, N, M, K);
}
