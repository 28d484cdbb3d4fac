// exam: problem=gaussian-blur verdict=wrong-answer
// Takes its kernel for the product of a column and a row, as that of Gauss is: two passes of a few taps, whatever it is given.

#include <cuda_runtime.h>

__global__ void blur(const float* input, const float* kernel, float* output, int rows, int cols, int kernel_rows, int kernel_cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= cols) return;
    const int mid_row = kernel_rows / 2, mid_col = kernel_cols / 2;
    const float middle = kernel[mid_row * kernel_cols + mid_col];
    float sum = 0;
    for (int r = 0; r < kernel_rows; r++)
        for (int c = 0; c < kernel_cols; c++) {
            const int y = row + r - mid_row, x = col + c - mid_col;
            if (y < 0 || y >= rows || x < 0 || x >= cols) continue;
            sum += kernel[r * kernel_cols + mid_col] * kernel[mid_row * kernel_cols + c] / middle * input[(size_t)y * cols + x];
        }
    output[(size_t)row * cols + col] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols, int kernel_rows, int kernel_cols) {
    blur<<<dim3((input_cols + 63) / 64, input_rows), 64>>>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}
