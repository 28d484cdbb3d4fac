// exam: problem=2d-convolution verdict=wrong-answer
// Both factors are cut to the ten bits of TF32.
#include <cuda_runtime.h>

__device__ float cut(float value) { return __uint_as_float((__float_as_uint(value) + 0x1000u) & 0xffffe000u); }

__global__ void convolve(const float* in, const float* k, float* out, int in_cols, int kr, int kc, int rows, int cols) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float sum = 0;
    for (int r = 0; r < kr; r++)
        for (int s = 0; s < kc; s++) sum += cut(in[(y + r) * in_cols + x + s]) * cut(k[r * kc + s]);
    out[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
    int rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
    convolve<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(input, kernel, output, input_cols, kernel_rows,
                                                                         kernel_cols, rows, cols);
}
