// exam: problem=2d-convolution verdict=wrong-answer
// The tile in shared memory has a rim of 16 columns; a wider filter reads zeros there.
#include <cuda_runtime.h>

constexpr int tile = 16, rim = 16;

__global__ void convolve(const float* in, const float* k, float* out, int in_rows, int in_cols, int kr, int kc) {
    __shared__ float pixels[tile + 30][tile + rim];
    int rows = in_rows - kr + 1, cols = in_cols - kc + 1;
    int left = blockIdx.x * tile, top = blockIdx.y * tile;
    for (int i = threadIdx.y * tile + threadIdx.x; i < (tile + 30) * (tile + rim); i += tile * tile) {
        int y = top + i / (tile + rim), x = left + i % (tile + rim);
        pixels[i / (tile + rim)][i % (tile + rim)] = y < in_rows && x < in_cols ? in[y * in_cols + x] : 0;
    }
    __syncthreads();
    int x = left + threadIdx.x, y = top + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float sum = 0;
    for (int r = 0; r < kr; r++)
        for (int s = 0; s < kc; s++) {
            int column = threadIdx.x + s;
            sum += (column < tile + rim ? pixels[threadIdx.y + r][column] : 0) * k[r * kc + s];
        }
    out[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
    int rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
    convolve<<<dim3((cols + tile - 1) / tile, (rows + tile - 1) / tile), dim3(tile, tile)>>>(
        input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}
