// exam: problem=color-inversion verdict=wrong-answer
// 256 - x, which wraps around to 0 for black.

#include <cuda_runtime.h>

__global__ void invert(unsigned char* image, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    for (int c = 0; c < 3; c++) image[i * 4 + c] = 256 - image[i * 4 + c];
}

extern "C" void solve(unsigned char* image, int width, int height) {
    int pixels = width * height;
    invert<<<(pixels + 255) / 256, 256>>>(image, pixels);
}
