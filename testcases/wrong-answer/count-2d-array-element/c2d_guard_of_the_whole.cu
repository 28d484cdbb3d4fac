// exam: problem=count-2d-array-element verdict=wrong-answer
// One-dimensional guard: columns past the end of a row are those of the next row, and are counted twice.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int m, int k) {
    const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, i = row * m + col;
    if (i < n * m && in[i] == k) atomicAdd(out, 1);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K) {
    cudaMemset(output, 0, 4);
    count<<<dim3((M + 15) / 16, (N + 15) / 16), dim3(16, 16)>>>(input, output, N, M, K);
}
