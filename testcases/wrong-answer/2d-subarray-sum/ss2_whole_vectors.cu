// exam: problem=2d-subarray-sum verdict=wrong-answer
// Reads int4 along each row from the vector that S_COL lies in; masks what is in front, but not what is behind E_COL.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int n, int m, int sr, int er, int sc, int ec) {
    int x = 0;
    for (int row = sr + blockIdx.x; row <= er; row += gridDim.x)
        for (int col = sc / 4 * 4 + 4 * threadIdx.x; col <= ec; col += 512)
            for (int k = 0; k < 4; k++)
                if (col + k >= sc && row * m + col + k < n * m) x += in[row * m + col + k];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int N, int M, int S_ROW, int E_ROW, int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<32, 128>>>(input, output, N, M, S_ROW, E_ROW, S_COL, E_COL);
}
