// exam: problem=segmented-exclusive-prefix-sum verdict=wrong-answer
// Inclusive: each sum has its own element in it.
#include <cuda_runtime.h>

__global__ void walk(const float* values, const int* flags, float* output, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n || !flags[i]) return;
    float sum = 0;
    do {
        sum += values[i];
        output[i++] = sum;
    } while (i < n && !flags[i]);
}

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    walk<<<(N + 255) / 256, 256>>>(values, flags, output, N);
}
