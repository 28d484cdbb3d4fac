// exam: problem=rainbow-table verdict=wrong-answer
// The second round goes on with the hash of the first and its input: right for R = 1.

#include <cuda_runtime.h>

__global__ void rainbow(const int* input, unsigned* output, int N, int R) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    unsigned value = input[i], hash = 2166136261u;
    for (int r = 0; r < R; r++)
        for (int b = 0; b < 4; b++) hash = (hash ^ (value >> 8 * b & 255)) * 16777619u;
    output[i] = hash;
}

extern "C" void solve(const int* input, unsigned int* output, int N, int R) {
    rainbow<<<(N + 255) / 256, 256>>>(input, output, N, R);
}
