// exam: problem=matrix-transpose verdict=wrong-answer
// exam: says "output["
// Takes the columns for the rows: right only for square matrices.

#include <cuda_runtime.h>

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) output[col * rows + row] = input[row * cols + col];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(16, 16);
    dim3 grid((rows + 15) / 16, (cols + 15) / 16);
    transpose<<<grid, block>>>(input, output, cols, rows);
    cudaDeviceSynchronize();
}
