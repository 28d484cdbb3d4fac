// exam: problem=reverse-array verdict=wrong-answer
// The number of blocks is rounded down, so up to 255 pairs in the middle are left out.

#include <cuda_runtime.h>

__global__ void reverse(float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    float left = input[i];
    input[i] = input[N - 1 - i];
    input[N - 1 - i] = left;
}

extern "C" void solve(float* input, int N) {
    int blocks = N / 2 / 256;
    reverse<<<blocks > 0 ? blocks : 1, 256>>>(input, N);
}
