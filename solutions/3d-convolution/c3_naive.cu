// One thread for each output, three loops over the taps, all from memory.
// Costs: two loads for each multiply-add, and the index arithmetic of three dimensions.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void convolve(const float* input, const float* kernel, float* output, int rows_in, int cols_in, int kd,
                         int kr, int kc, int depth, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= cols || y >= rows) return;
    float sum = 0.0f;
    for (int d = 0; d < kd; d++)
        for (int r = 0; r < kr; r++)
            for (int s = 0; s < kc; s++)
                sum += input[((z + d) * rows_in + y + r) * cols_in + x + s] * kernel[(d * kr + r) * kc + s];
    output[(z * rows + y) * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                      int input_cols, int kernel_depth, int kernel_rows, int kernel_cols) {
    int depth = input_depth - kernel_depth + 1, rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8, depth);
    convolve<<<grid, block>>>(input, kernel, output, input_rows, input_cols, kernel_depth, kernel_rows, kernel_cols,
                              depth, rows, cols);
}
