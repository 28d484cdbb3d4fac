// exam: problem=value-clipping verdict=wrong-answer
// The bounds are cut to whole numbers on their way.

#include <cuda_runtime.h>

__global__ void clip(const float* input, float* output, float lo, float hi, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fminf(fmaxf(input[i], (int)lo), (int)hi);
}

extern "C" void solve(const float* input, float* output, float lo, float hi, int N) {
    clip<<<(N + 255) / 256, 256>>>(input, output, lo, hi, N);
}
