// exam: problem=3d-subarray-sum verdict=wrong-answer
// Slices are taken for columns and columns for slices.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int n, int m, int k, int d0, int d1, int r0, int r1, int c0, int c1) {
    int x = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n * m * k; i += gridDim.x * 128) {
        const int d = i / (m * k), r = i / k % m, c = i % k;
        if (c >= d0 && c <= d1 && r >= r0 && r <= r1 && d >= c0 && d <= c1) x += in[i];
    }
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                      int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<64, 128>>>(input, output, N, M, K, S_DEP, E_DEP, S_ROW, E_ROW, S_COL, E_COL);
}
