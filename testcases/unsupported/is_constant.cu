// exam: problem=relu verdict=unsupported only=emulated
// exam: says "__isConstant()"

#include <cuda_runtime.h>

__constant__ float lowest = 0.0f;

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && __isConstant(&lowest)) output[i] = fmaxf(input[i], lowest);  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 127) / 128, 128>>>(input, output, N); }
