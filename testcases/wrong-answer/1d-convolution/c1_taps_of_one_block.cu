// exam: problem=1d-convolution verdict=wrong-answer
// The taps lie in constant memory with room for 1024 of them; longer filters lose the rest.
#include <cuda_runtime.h>

constexpr int most_taps = 1024;
__constant__ float taps[most_taps];

__global__ void convolve(const float* input, float* output, int count, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0;
    for (int j = 0; j < k; j++) sum += input[i + j] * taps[j];
    output[i] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size) {
    int count = input_size - kernel_size + 1;
    int k = kernel_size < most_taps ? kernel_size : most_taps;
    cudaMemcpyToSymbol(taps, kernel, k * sizeof(float), 0, cudaMemcpyDeviceToDevice);
    convolve<<<(count + 255) / 256, 256>>>(input, output, count, k);
}
