// exam: problem=gaussian-blur verdict=wrong-answer
// Outside of the image the nearest pixel is taken.
#include <cuda_runtime.h>

__global__ void blur(const float* in, const float* k, float* out, int rows, int cols, int kr, int kc) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float sum = 0;
    for (int r = 0; r < kr; r++)
        for (int s = 0; s < kc; s++) {
            int row = min(max(y + r - kr / 2, 0), rows - 1), col = min(max(x + s - kc / 2, 0), cols - 1);
            sum += in[row * cols + col] * k[r * kc + s];
        }
    out[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
    blur<<<dim3((input_cols + 15) / 16, (input_rows + 15) / 16), dim3(16, 16)>>>(input, kernel, output, input_rows,
                                                                                 input_cols, kernel_rows, kernel_cols);
}
