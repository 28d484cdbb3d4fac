// exam: problem=count-2d-array-element verdict=wrong-answer
// Rows and columns behind the last whole block of 16 are never looked at, unless there is no whole block at all.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int m, int k) {
    const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < n && col < m && in[row * m + col] == k) atomicAdd(out, 1);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K) {
    cudaMemset(output, 0, 4);
    count<<<dim3(M < 16 ? 1 : M / 16, N < 16 ? 1 : N / 16), dim3(16, 16)>>>(input, output, N, M, K);
}
