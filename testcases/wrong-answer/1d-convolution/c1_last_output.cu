// exam: problem=1d-convolution verdict=wrong-answer
// The number of outputs is one too small: the last one stays zero.
#include <cuda_runtime.h>

__global__ void convolve(const float* input, const float* kernel, float* output, int n, int k) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - k; i += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int j = 0; j < k; j++) sum += input[i + j] * kernel[j];
        output[i] = sum;
    }
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
    convolve<<<64, 256>>>(input, kernel, output, input_size, kernel_size);
}
