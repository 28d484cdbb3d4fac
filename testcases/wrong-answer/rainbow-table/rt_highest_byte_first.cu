// exam: problem=rainbow-table verdict=wrong-answer
// Takes the highest byte first: right for values whose four bytes are equal.

#include <cuda_runtime.h>

__global__ void rainbow(const int* input, unsigned* output, int N, int R) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    unsigned value = input[i];
    for (int r = 0; r < R; r++) {
        unsigned hash = 2166136261u;
        for (int b = 3; b >= 0; b--) hash = (hash ^ (value >> 8 * b & 255)) * 16777619u;
        value = hash;
    }
    output[i] = value;
}

extern "C" void solve(const int* input, unsigned int* output, int N, int R) {
    rainbow<<<(N + 255) / 256, 256>>>(input, output, N, R);
}
