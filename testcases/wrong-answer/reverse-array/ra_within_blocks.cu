// exam: problem=reverse-array verdict=wrong-answer
// Each block reverses its own 256 elements, and the blocks stay where they are: right up to N = 256.

#include <cuda_runtime.h>

__global__ void reverse(float* input, int N) {
    int begin = blockIdx.x * 256, length = min(256, N - begin), i = threadIdx.x;
    if (i >= length / 2) return;
    float left = input[begin + i];
    input[begin + i] = input[begin + length - 1 - i];
    input[begin + length - 1 - i] = left;
}

extern "C" void solve(float* input, int N) { reverse<<<(N + 255) / 256, 256>>>(input, N); }
