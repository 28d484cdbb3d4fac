// exam: problem=matrix-transpose verdict=wrong-answer
// exam: says "output["
// exam: says "never written"
// Rounds the grid down: right only where the sides are multiples of 32, or below 32.

#include <cuda_runtime.h>

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) output[col * rows + row] = input[row * cols + col];
}

static int tiles(int extent) { return extent < 32 ? 1 : extent / 32; }

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    transpose<<<dim3(tiles(cols), tiles(rows)), dim3(32, 32)>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
