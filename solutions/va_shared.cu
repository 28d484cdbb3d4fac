// Through shared memory: a quarter of the block's threads load four neighbours each into arrays that the whole block
// sees; after the barrier each thread adds the pair of its own.
// Costs: a detour. Nothing is used twice, so there is nothing for shared memory to save: a barrier, and two stores
// and two loads more for each element.
// Expect: somewhat slower than va_naive_256. What staging is for, reduction and gemm-f32 show.
// judge: rung 4

#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float a[block_size], b[block_size];
    int first = blockIdx.x * block_size;
    for (int k = 4 * threadIdx.x; k < 4 * threadIdx.x + 4 && k < block_size; k++)
        if (first + k < N) {
            a[k] = A[first + k];
            b[k] = B[first + k];
        }
    __syncthreads();
    int i = first + threadIdx.x;
    if (i < N) C[i] = a[threadIdx.x] + b[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + block_size - 1) / block_size, block_size>>>(A, B, C, N);
}
