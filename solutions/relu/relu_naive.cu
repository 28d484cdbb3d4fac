// One element a thread, 256 threads a block.
// Costs: a thread moves only 8 bytes, so its index and its bound are computed for very little.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] > 0.0f ? input[i] : 0.0f;
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
