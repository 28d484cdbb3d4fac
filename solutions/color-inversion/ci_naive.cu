// A thread for each pixel, which inverts three bytes one after another.
// Costs: six memory instructions of one byte for each lane.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void invert(unsigned char* image, int width, int height) {
    int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel < width * height) {
        image[pixel * 4] = 255 - image[pixel * 4];
        image[pixel * 4 + 1] = 255 - image[pixel * 4 + 1];
        image[pixel * 4 + 2] = 255 - image[pixel * 4 + 2];
    }
}

extern "C" void solve(unsigned char* image, int width, int height) {
    int pixels = width * height;
    invert<<<(pixels + 255) / 256, 256>>>(image, width, height);
    cudaDeviceSynchronize();
}
