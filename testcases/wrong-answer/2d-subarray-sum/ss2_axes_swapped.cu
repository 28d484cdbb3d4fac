// exam: problem=2d-subarray-sum verdict=wrong-answer
// Takes the limits of the rows for those of the columns.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int n, int m, int sr, int er, int sc, int ec) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    int x = 0;
    if (i < n * m && i / m >= sc && i / m <= ec && i % m >= sr && i % m <= er) x = in[i];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int N, int M, int S_ROW, int E_ROW, int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<(N * M + 127) / 128, 128>>>(input, output, N, M, S_ROW, E_ROW, S_COL, E_COL);
}
