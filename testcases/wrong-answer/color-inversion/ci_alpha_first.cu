// exam: problem=color-inversion verdict=wrong-answer
// The mask leaves out the lowest byte, which is red: it would be right for ARGB.

#include <cuda_runtime.h>

__global__ void invert(unsigned* pixels, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) pixels[i] ^= 0xffffff00u;
}

extern "C" void solve(unsigned char* image, int width, int height) {
    int count = width * height;
    invert<<<(count + 255) / 256, 256>>>((unsigned*)image, count);
}
