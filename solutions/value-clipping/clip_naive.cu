// One element a thread, two comparisons.
// Costs: one launch.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void clip(const float* input, float* output, float lo, float hi, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float x = input[i];
    if (x < lo) x = lo;
    if (x > hi) x = hi;
    output[i] = x;
}

extern "C" void solve(const float* input, float* output, float lo, float hi, int N) {
    clip<<<(N + 255) / 256, 256>>>(input, output, lo, hi, N);
}
