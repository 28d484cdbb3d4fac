// exam: problem=relu verdict=wrong-answer
// Takes the magnitude: negative elements turn positive.

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fabsf(input[i]);
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
