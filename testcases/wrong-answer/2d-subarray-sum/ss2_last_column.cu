// exam: problem=2d-subarray-sum verdict=wrong-answer
// The last row counts, the last column does not.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int m, int sr, int er, int sc, int ec) {
    int x = 0;
    for (int row = sr + blockIdx.x; row <= er; row += gridDim.x)
        for (int col = sc + threadIdx.x; col < ec; col += 128) x += in[row * m + col];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int, int M, int S_ROW, int E_ROW, int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<32, 128>>>(input, output, M, S_ROW, E_ROW, S_COL, E_COL);
}
