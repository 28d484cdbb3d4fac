// exam: problem=rgb-to-grayscale verdict=wrong-answer
// Takes the channels for blue, green, red.

#include <cuda_runtime.h>

__global__ void gray(const float* input, float* output, int width, int height) {
    int p = blockIdx.x * blockDim.x + threadIdx.x, pixels = width * height;
    if (p < pixels) output[p] = 0.114f * input[3 * p] + 0.587f * input[3 * p + 1] + 0.299f * input[3 * p + 2];
}

extern "C" void solve(const float* input, float* output, int width, int height) {
    gray<<<(width * height + 255) / 256, 256>>>(input, output, width, height);
}
