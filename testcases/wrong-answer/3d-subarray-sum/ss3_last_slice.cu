// exam: problem=3d-subarray-sum verdict=wrong-answer
// The last slice is left out, unless it is the first.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int n, int m, int k, int d0, int d1, int r0, int r1, int c0, int c1) {
    int x = 0;
    for (int d = d0 + blockIdx.x; d < (d0 == d1 ? d1 + 1 : d1); d += gridDim.x)
        for (int r = r0; r <= r1; r++)
            for (int c = c0 + threadIdx.x; c <= c1; c += 128) x += in[(d * m + r) * k + c];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int N, int M, int K, int S_DEP, int E_DEP, int S_ROW, int E_ROW,
                      int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<64, 128>>>(input, output, N, M, K, S_DEP, E_DEP, S_ROW, E_ROW, S_COL, E_COL);
}
