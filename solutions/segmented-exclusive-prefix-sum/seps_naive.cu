// A thread for each segment: whoever finds a flag walks on to the next one.
// Costs: most threads have nothing to do; the others read neighbouring addresses one after the other, 1 KB apart from
// lane to lane at the ranked size. A single long segment is one thread's work.
// Expect: a small part of the bandwidth, and far less where segments are long.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void walk(const float* values, const int* flags, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N || flags[i] == 0) return;
    float sum = 0;
    do {
        output[i] = sum;
        sum += values[i];
        i++;
    } while (i < N && flags[i] == 0);
}

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    walk<<<(N + 255) / 256, 256>>>(values, flags, output, N);
}
