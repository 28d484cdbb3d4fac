// A thread for each element of the whole vector; those outside contribute zero; a tree in shared memory; an atomic a
// block.
// Costs: threads for elements that do not count; one load of four bytes a thread; eight barriers a block.
// Expect: half of the bandwidth or less.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void sum_range(const int* input, int* output, int N, int S, int E) {
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = (i >= S && i <= E) ? input[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0 && s[0] != 0) atomicAdd(output, s[0]);
}

extern "C" void solve(const int* input, int* output, int N, int S, int E) {
    cudaMemset(output, 0, sizeof(int));
    sum_range<<<(N + 255) / 256, 256>>>(input, output, N, S, E);
}
