// exam: problem=color-inversion verdict=wrong-answer
// Inverts all four bytes, alpha among them.

#include <cuda_runtime.h>

__global__ void invert(unsigned char* image, int bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < bytes) image[i] = 255 - image[i];
}

extern "C" void solve(unsigned char* image, int width, int height) {
    int bytes = width * height * 4;
    invert<<<(bytes + 255) / 256, 256>>>(image, bytes);
}
