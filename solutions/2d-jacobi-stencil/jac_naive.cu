// One thread for each number: four loads, or one on the boundary.
// Costs: the rows above and below come from the caches, if they are still there.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void sweep(const float* input, float* output, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    size_t i = (size_t)y * cols + x;
    if (x == 0 || x == cols - 1 || y == 0 || y == rows - 1)
        output[i] = input[i];
    else
        output[i] = 0.25f * (input[i - cols] + input[i + cols] + input[i - 1] + input[i + 1]);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    sweep<<<grid, block>>>(input, output, rows, cols);
}
