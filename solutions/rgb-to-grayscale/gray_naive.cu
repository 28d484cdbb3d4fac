// A thread for each pixel, in a grid of tiles as one draws an image.
// Costs: three loads a thread with a stride of 12 bytes; each asks for the same 384 bytes a warp.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void gray(const float* input, float* output, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int p = y * width + x;
        float r = input[3 * p];
        float g = input[3 * p + 1];
        float b = input[3 * p + 2];
        output[p] = 0.299f * r + 0.587f * g + 0.114f * b;
    }
}

extern "C" void solve(const float* input, float* output, int width, int height) {
    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    gray<<<grid, block>>>(input, output, width, height);
}
