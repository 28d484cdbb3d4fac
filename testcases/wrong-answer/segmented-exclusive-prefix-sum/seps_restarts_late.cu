// exam: problem=segmented-exclusive-prefix-sum verdict=wrong-answer
// The first element of a segment still gets the sum of the segment before it.
#include <cuda_runtime.h>

__global__ void walk(const float* values, const int* flags, float* output, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n || !flags[i]) return;
    float sum = values[i++];
    for (; i < n; i++) {
        output[i] = sum;
        if (flags[i]) return;
        sum += values[i];
    }
}

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    walk<<<(N + 255) / 256, 256>>>(values, flags, output, N);
}
