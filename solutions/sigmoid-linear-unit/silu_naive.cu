// The sigmoid in a function of its own, one element a thread, precise expf() and division.
// Costs: one launch, and the latency of one load, of expf() and of the division.
// judge: rung 1

#include <cuda_runtime.h>

__device__ float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

__global__ void silu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] * sigmoid(input[i]);
}

extern "C" void solve(const float* input, float* output, int N) {
    silu<<<(N + 255) / 256, 256>>>(input, output, N);
}
