// exam: problem=3d-convolution verdict=wrong-answer
// The filter is turned round along the depth.
#include <cuda_runtime.h>

__global__ void convolve(const float* in, const float* k, float* out, int ir, int ic, int kd, int kr, int kc, int rows,
                         int cols) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    if (x >= cols || y >= rows) return;
    float sum = 0;
    for (int d = 0; d < kd; d++)
        for (int r = 0; r < kr; r++)
            for (int s = 0; s < kc; s++) sum += in[((z + d) * ir + y + r) * ic + x + s] * k[((kd - 1 - d) * kr + r) * kc + s];
    out[(z * rows + y) * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                      int input_cols, int kernel_depth, int kernel_rows, int kernel_cols) {
    int depth = input_depth - kernel_depth + 1, rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
    convolve<<<dim3((cols + 31) / 32, (rows + 7) / 8, depth), dim3(32, 8)>>>(
        input, kernel, output, input_rows, input_cols, kernel_depth, kernel_rows, kernel_cols, rows, cols);
}
