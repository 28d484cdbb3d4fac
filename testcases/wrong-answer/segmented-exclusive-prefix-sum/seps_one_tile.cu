// exam: problem=segmented-exclusive-prefix-sum verdict=wrong-answer
// A segment is followed to the end of the tile of 1024 elements that it begins in.
#include <cuda_runtime.h>

__global__ void walk(const float* values, const int* flags, float* output, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n || !flags[i]) return;
    const int end = min(n, (i / 1024 + 1) * 1024);
    float sum = 0;
    do {
        output[i] = sum;
        sum += values[i++];
    } while (i < end && !flags[i]);
}

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    walk<<<(N + 255) / 256, 256>>>(values, flags, output, N);
}
