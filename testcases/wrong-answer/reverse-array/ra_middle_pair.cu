// exam: problem=reverse-array verdict=wrong-answer
// (N - 1) / 2 pairs: with an even N, the two in the middle stay as they were.

#include <cuda_runtime.h>

__global__ void reverse(float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (N - 1) / 2) return;
    float left = input[i];
    input[i] = input[N - 1 - i];
    input[N - 1 - i] = left;
}

extern "C" void solve(float* input, int N) { reverse<<<(N + 255) / 256, 256>>>(input, N); }
