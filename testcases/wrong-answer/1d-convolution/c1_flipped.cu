// exam: problem=1d-convolution verdict=wrong-answer
// The filter is turned round, as in a mathematician's convolution.
#include <cuda_runtime.h>

__global__ void convolve(const float* input, const float* kernel, float* output, int count, int taps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0;
    for (int j = 0; j < taps; j++) sum += input[i + j] * kernel[taps - 1 - j];
    output[i] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
    int count = input_size - kernel_size + 1;
    convolve<<<(count + 127) / 128, 128>>>(input, kernel, output, count, kernel_size);
}
