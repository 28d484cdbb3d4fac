// exam: problem=value-clipping verdict=wrong-answer
// Elements outside of the interval become zero.

#include <cuda_runtime.h>

__global__ void clip(const float* input, float* output, float lo, float hi, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] < lo || input[i] > hi ? 0.0f : input[i];
}

extern "C" void solve(const float* input, float* output, float lo, float hi, int N) {
    clip<<<(N + 255) / 256, 256>>>(input, output, lo, hi, N);
}
