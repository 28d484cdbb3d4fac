// exam: problem=segmented-exclusive-prefix-sum verdict=wrong-answer
// One prefix sum over everything, as if there were one segment.
#include <cuda_runtime.h>

__global__ void walk(const float* values, const int* flags, float* output, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n || !flags[i]) return;
    if (i > 0) return;
    float sum = 0;
    for (; i < n; i++) {
        output[i] = sum;
        sum += values[i];
    }
}

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    walk<<<(N + 255) / 256, 256>>>(values, flags, output, N);
}
