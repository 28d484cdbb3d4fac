// exam: problem=relu verdict=accepted timed=no size=small
// One thread of each launch prints a line, which is no part of the answer.

#include <cstdio>
#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

__global__ void say_hello(int N) { printf("relu of %d\n", N); }

extern "C" void solve(const float* input, float* output, int N) {
    say_hello<<<1, 1>>>(N);
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
