// exam: problem=leaky-relu verdict=wrong-answer
// The slope is a tenth.

#include <cuda_runtime.h>

__global__ void leaky_relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] > 0 ? input[i] : 0.1f * input[i];
}

extern "C" void solve(const float* input, float* output, int N) {
    leaky_relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
