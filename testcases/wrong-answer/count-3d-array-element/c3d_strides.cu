// exam: problem=count-3d-array-element verdict=wrong-answer
// The distance between slices is taken for M * N.
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out, int n, int m, int k, int p) {
    const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    const int i = z * m * n + y * k + x;
    if (x < k && y < m && i < n * m * k && in[i] == p) atomicAdd(out, 1);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int P) {
    cudaMemset(output, 0, 4);
    count<<<dim3((K + 7) / 8, (M + 7) / 8, N), dim3(8, 8)>>>(input, output, N, M, K, P);
}
