// A thread for each element of the rectangle, in blocks of 32 by 8; shuffles add within a warp, which is one row of the
// block, and each warp adds its sum to the result.
// Costs: an atomic for each 32 elements; one load of four bytes a thread; idle lanes where the rectangle is narrow.
// Expect: a fraction of the bandwidth.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void sum(const int* input, int* output, int M, int firstRow, int firstCol, int height, int width) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    int value = 0;
    if (x < width && y < height) value = input[(firstRow + y) * M + firstCol + x];
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x == 0 && value != 0) atomicAdd(output, value);
}

extern "C" void solve(const int* input, int* output, int N, int M, int S_ROW, int E_ROW, int S_COL, int E_COL) {
    int height = E_ROW - S_ROW + 1, width = E_COL - S_COL + 1;
    dim3 grid((width + 31) / 32, (height + 7) / 8);
    cudaMemset(output, 0, sizeof(int));
    sum<<<grid, dim3(32, 8)>>>(input, output, M, S_ROW, S_COL, height, width);
}
