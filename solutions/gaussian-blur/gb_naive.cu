// One thread for each pixel; two loops over the filter, and a test for each weight whether its pixel exists.
// Costs: two loads, several comparisons and index arithmetic for each multiply-add.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void blur(const float* input, const float* kernel, float* output, int rows, int cols, int kernel_rows,
                     int kernel_cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float sum = 0.0f;
    for (int r = 0; r < kernel_rows; r++) {
        int row = y + r - kernel_rows / 2;
        for (int s = 0; s < kernel_cols; s++) {
            int col = x + s - kernel_cols / 2;
            if (row >= 0 && row < rows && col >= 0 && col < cols)
                sum += input[row * cols + col] * kernel[r * kernel_cols + s];
        }
    }
    output[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
    dim3 block(16, 16);
    dim3 grid((input_cols + 15) / 16, (input_rows + 15) / 16);
    blur<<<grid, block>>>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}
