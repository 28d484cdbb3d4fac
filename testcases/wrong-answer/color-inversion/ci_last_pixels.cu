// exam: problem=color-inversion verdict=wrong-answer
// Four pixels at a time; up to three at the end keep their colours.

#include <cuda_runtime.h>

__global__ void invert(uint4* quads, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uint4 v = quads[i];
    v.x ^= 0xffffff, v.y ^= 0xffffff, v.z ^= 0xffffff, v.w ^= 0xffffff;
    quads[i] = v;
}

extern "C" void solve(unsigned char* image, int width, int height) {
    int count = width * height / 4;
    if (count > 0) invert<<<(count + 255) / 256, 256>>>((uint4*)image, count);
}
