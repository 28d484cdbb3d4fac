// exam: problem=max-subarray-sum verdict=wrong-answer
// Windows that do not overlap: 0, window_size, 2 * window_size, and so on.
#include <climits>
#include <cuda_runtime.h>

__global__ void set(int* out) { *out = INT_MIN; }

__global__ void windows(const int* in, int* out, int n, int w) {
    const int begin = (blockIdx.x * 128 + threadIdx.x) * w;
    if (begin + w > n) return;
    int sum = 0;
    for (int k = 0; k < w; k++) sum += in[begin + k];
    atomicMax(out, sum);
}

extern "C" void solve(const int* input, int* output, int N, int window_size) {
    set<<<1, 1>>>(output);
    windows<<<(N / window_size + 127) / 128, 128>>>(input, output, N, window_size);
}
