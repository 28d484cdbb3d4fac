// exam: problem=count-3d-array-element verdict=wrong-answer
// The grid has a block for each eight slices, the block a single layer of threads, and each thread one element.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int m, int k, int p) {
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, z = blockIdx.z * 8 + threadIdx.z;
    if (x < k && y < m && z < n && in[(z * m + y) * k + x] == p) atomicAdd(out, 1);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int P) {
    cudaMemset(output, 0, 4);
    count<<<dim3((K + 15) / 16, (M + 15) / 16, (N + 7) / 8), dim3(16, 16)>>>(input, output, N, M, K, P);
}
