// A thread for each pair: it exchanges an element of the left half with its partner in the right one. No other thread
// touches the two, so nothing can be overwritten too soon.
// Costs: 16 bytes a thread, moved 4 at a time.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void reverse(float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    float left = input[i];
    input[i] = input[N - 1 - i];
    input[N - 1 - i] = left;
}

extern "C" void solve(float* input, int N) {
    int pairs = N / 2;
    reverse<<<(pairs + 255) / 256 + 1, 256>>>(input, N);
}
