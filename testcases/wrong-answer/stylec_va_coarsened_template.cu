// exam: problem=vector-addition verdict=wrong-answer
// Thread coarsening: each thread adds ITEMS consecutive elements.
#include <cuda_runtime.h>

template <int BLOCK, int ITEMS>
__global__ void vector_add(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int N)
{
    int base = (blockIdx.x * BLOCK + threadIdx.x) * ITEMS;
    if (base + ITEMS - 1 < N) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            C[base + k] = A[base + k] + B[base + k];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    constexpr int BLOCK = 256, ITEMS = 4;
    int perBlock = BLOCK * ITEMS;
    int blocks = (N + perBlock - 1) / perBlock;
    vector_add<BLOCK, ITEMS><<<blocks, BLOCK>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
