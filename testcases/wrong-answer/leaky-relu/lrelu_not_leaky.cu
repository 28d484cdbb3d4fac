// exam: problem=leaky-relu verdict=wrong-answer
// Negative elements become zero.

#include <cuda_runtime.h>

__global__ void leaky_relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) {
    leaky_relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
