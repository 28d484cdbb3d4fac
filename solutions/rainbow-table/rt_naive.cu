// One element a thread; the bytes are cut out in a loop.
// Costs: a chain of eight dependent steps a round, with nothing beside it in the thread.
// judge: rung 1

#include <cuda_runtime.h>

__device__ unsigned int fnv1a(unsigned int value) {
    const unsigned int prime = 16777619;
    unsigned int hash = 2166136261u;
    for (int pos = 0; pos < 4; pos++) {
        unsigned char byte = (value >> (pos * 8)) & 0xff;
        hash = (hash ^ byte) * prime;
    }
    return hash;
}

__global__ void rainbow(const int* input, unsigned int* output, int N, int R) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        unsigned int value = input[i];
        for (int r = 0; r < R; r++) value = fnv1a(value);
        output[i] = value;
    }
}

extern "C" void solve(const int* input, unsigned int* output, int N, int R) {
    rainbow<<<(N + 255) / 256, 256>>>(input, output, N, R);
    cudaDeviceSynchronize();
}
