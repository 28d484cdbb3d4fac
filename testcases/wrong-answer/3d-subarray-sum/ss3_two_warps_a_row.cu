// exam: problem=3d-subarray-sum verdict=wrong-answer
// A row gets 64 lanes and no loop: longer ones are cut off.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int n, int m, int k, int d0, int d1, int r0, int r1, int c0, int c1) {
    int x = 0;
    const int rows = r1 - r0 + 1, lane = threadIdx.x % 64;
    for (int i = blockIdx.x * 2 + threadIdx.x / 64; i < (d1 - d0 + 1) * rows; i += gridDim.x * 2)
        if (c0 + lane <= c1) x += in[((d0 + i / rows) * m + r0 + i % rows) * k + c0 + lane];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                      int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<64, 128>>>(input, output, N, M, K, S_DEP, E_DEP, S_ROW, E_ROW, S_COL, E_COL);
}
