// exam: problem=2d-jacobi-stencil verdict=wrong-answer
// The boundary is not copied; it stays zero.
#include <cuda_runtime.h>

__global__ void sweep(const float* in, float* out, int rows, int cols) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= cols || y >= rows) return;
    size_t i = (size_t)y * cols + x;
    bool inside = x > 0 && x < cols - 1 && y > 0 && y < rows - 1;
    if (inside) out[i] = (in[i - cols] + in[i + cols] + in[i - 1] + in[i + 1]) / 4;
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    sweep<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(input, output, rows, cols);
}
