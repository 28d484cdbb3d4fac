// exam: problem=relu verdict=compile-error
// An array whose length is computed from a parameter; g++ and clang know such arrays, nvcc has none in device code.
#include <cuda_runtime.h>

__device__ float of_window(const float* input, int at, int radius) {
    const int width = radius + 1;
    float window[2 * width];  // exam: here
    for (int k = 0; k < width; ++k) window[k] = input[at];
    return window[radius];
}

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(of_window(input, i, 3), 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
