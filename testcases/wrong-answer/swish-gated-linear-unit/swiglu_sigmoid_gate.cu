// exam: problem=swish-gated-linear-unit verdict=wrong-answer
// Sigmoid in place of SiLU: a plain gated linear unit.

#include <cuda_runtime.h>

__global__ void swiglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    float x = input[i], gate = input[half + i];
    output[i] = 1.0f / (1.0f + expf(-x)) * gate;
}

extern "C" void solve(const float* input, float* output, int N) {
    swiglu<<<(N / 2 + 255) / 256, 256>>>(input, output, N / 2);
}
