// A thread for each element of the output, with erff() as the formula says.
// Costs: erff() takes some twenty instructions for 12 bytes.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void geglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half) {
        float x1 = input[i];
        float x2 = input[half + i];
        output[i] = x1 * 0.5f * x2 * (1.0f + erff(x2 / sqrtf(2.0f)));
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int half = N / 2;
    geglu<<<(half + 255) / 256, 256>>>(input, output, half);
}
