// exam: problem=rgb-to-grayscale verdict=wrong-answer
// The weights in 256ths, as in image codecs of whole numbers.

#include <cuda_runtime.h>

__global__ void gray(const float* input, float* output, int width, int height) {
    int p = blockIdx.x * blockDim.x + threadIdx.x, pixels = width * height;
    if (p < pixels) output[p] = (77 * input[3 * p] + 150 * input[3 * p + 1] + 29 * input[3 * p + 2]) / 256.0f;
}

extern "C" void solve(const float* input, float* output, int width, int height) {
    gray<<<(width * height + 255) / 256, 256>>>(input, output, width, height);
}
