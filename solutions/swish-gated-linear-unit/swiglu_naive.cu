// A thread for each element of the output.
// Costs: one launch, two loads of 4 bytes a thread, the precise expf() and division.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void swiglu(const float* input, float* output, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half) {
        float x1 = input[i];
        float x2 = input[half + i];
        float silu = x1 / (1.0f + expf(-x1));
        output[i] = silu * x2;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int half = N / 2;
    swiglu<<<(half + 255) / 256, 256>>>(input, output, half);
    cudaDeviceSynchronize();
}
