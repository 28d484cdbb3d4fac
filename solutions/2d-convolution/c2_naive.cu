// One thread for each output, two loops over the taps, all from memory.
// Costs: two loads and some index arithmetic for each multiply-add; the caches serve nearly all loads.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void convolve(const float* input, const float* kernel, float* output, int input_cols, int kernel_rows,
                         int kernel_cols, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float sum = 0.0f;
    for (int r = 0; r < kernel_rows; r++)
        for (int s = 0; s < kernel_cols; s++)
            sum += input[(y + r) * input_cols + x + s] * kernel[r * kernel_cols + s];
    output[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
    int rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    convolve<<<grid, block>>>(input, kernel, output, input_cols, kernel_rows, kernel_cols, rows, cols);
}
