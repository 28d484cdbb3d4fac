// A thread for each element of the box, found by division; a block adds up in shared memory; an atomic a block.
// Costs: two divisions by numbers that the compiler does not know and one load of four bytes for each element.
// Expect: bound by instructions, not by memory.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void sum(const int* input, int* output, int M, int K, int dep0, int row0, int col0, int rows, int cols,
                    int elements) {
    __shared__ int s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    int value = 0;
    if (i < elements) {
        int col = i % cols;
        int row = i / cols % rows;
        int dep = i / cols / rows;
        value = input[((dep0 + dep) * M + row0 + row) * K + col0 + col];
    }
    s[threadIdx.x] = value;
    __syncthreads();
    for (int n = 128; n > 0; n /= 2) {
        if (threadIdx.x < n) s[threadIdx.x] += s[threadIdx.x + n];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(output, s[0]);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                      int S_COL, int E_COL) {
    int deps = E_DEP - S_DEP + 1, rows = E_ROW - S_ROW + 1, cols = E_COL - S_COL + 1;
    int elements = deps * rows * cols;
    cudaMemset(output, 0, sizeof(int));
    sum<<<(elements + 255) / 256, 256>>>(input, output, M, K, S_DEP, S_ROW, S_COL, rows, cols, elements);
}
