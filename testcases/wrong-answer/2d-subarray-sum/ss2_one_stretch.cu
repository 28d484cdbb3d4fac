// exam: problem=2d-subarray-sum verdict=wrong-answer
// Adds up everything between the first corner and the last, as if there were no gaps between the rows.
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out, int from, int to) {
    int x = 0;
    for (int i = from + blockIdx.x * 128 + threadIdx.x; i <= to; i += gridDim.x * 128) x += in[i];
    x = __reduce_add_sync(~0u, x);
    if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

extern "C" void solve(const int* input, int* output, int, int M, int S_ROW, int E_ROW, int S_COL, int E_COL) {
    cudaMemset(output, 0, 4);
    sum<<<32, 128>>>(input, output, S_ROW * M + S_COL, E_ROW * M + E_COL);
}
