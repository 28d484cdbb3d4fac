// exam: problem=2d-jacobi-stencil verdict=wrong-answer
// Only the first and the last row are taken for boundary: at the sides the neighbour is of another row.
#include <cuda_runtime.h>

__global__ void sweep(const float* in, float* out, int rows, int cols) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= cols || y >= rows) return;
    size_t i = (size_t)y * cols + x;
    bool inside = y > 0 && y < rows - 1;
    out[i] = inside ? (in[i - cols] + in[i + cols] + in[i - 1] + in[i + 1]) / 4 : in[i];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    sweep<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(input, output, rows, cols);
}
