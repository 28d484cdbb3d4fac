// exam: problem=value-clipping verdict=wrong-answer
// The lower bound is forgotten.

#include <cuda_runtime.h>

__global__ void clip(const float* input, float* output, float lo, float hi, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fminf(input[i], hi);
}

extern "C" void solve(const float* input, float* output, float lo, float hi, int N) {
    clip<<<(N + 255) / 256, 256>>>(input, output, lo, hi, N);
}
