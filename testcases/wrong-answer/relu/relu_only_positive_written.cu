// exam: problem=relu verdict=wrong-answer
// Only positive elements are written: what the others hold is left to chance.

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && input[i] > 0) output[i] = input[i];
}

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
