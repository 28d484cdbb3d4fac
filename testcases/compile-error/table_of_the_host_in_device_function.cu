// exam: problem=relu verdict=compile-error
// An array of constants at namespace scope is in the host's memory, whoever reads it.
#include <cuda_runtime.h>

static const float slopes[2] = {0.0f, 1.0f};

__device__ inline float slope_of(float x) {
    int is_positive = x > 0;
    return slopes[is_positive];  // exam: here
}

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] * slope_of(input[i]);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
