// exam: problem=rgb-to-grayscale verdict=wrong-answer
// The plain average of the channels: right for black and white.

#include <cuda_runtime.h>

__global__ void gray(const float* input, float* output, int width, int height) {
    int p = blockIdx.x * blockDim.x + threadIdx.x, pixels = width * height;
    if (p < pixels) output[p] = (input[3 * p] + input[3 * p + 1] + input[3 * p + 2]) / 3.0f;
}

extern "C" void solve(const float* input, float* output, int width, int height) {
    gray<<<(width * height + 255) / 256, 256>>>(input, output, width, height);
}
