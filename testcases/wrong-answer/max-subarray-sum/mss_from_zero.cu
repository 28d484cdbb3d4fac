// exam: problem=max-subarray-sum verdict=wrong-answer
// The maximum begins at zero, so it is never negative.
#include <climits>
#include <cuda_runtime.h>

__global__ void windows(const int* in, int* out, int n, int w) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i + w > n) return;
    int sum = 0;
    for (int k = 0; k < w; k++) sum += in[i + k];
    atomicMax(out, sum);
}

extern "C" void solve(const int* input, int* output, int N, int window_size) {
    cudaMemset(output, 0, 4);
    windows<<<(N + 127) / 128, 128>>>(input, output, N, window_size);
}
