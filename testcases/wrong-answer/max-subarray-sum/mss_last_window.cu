// exam: problem=max-subarray-sum verdict=wrong-answer
// N - window_size windows, one too few: the last is never looked at, unless it is the only one.
#include <climits>
#include <cuda_runtime.h>

__global__ void set(int* out) { *out = INT_MIN; }

__global__ void windows(const int* in, int* out, int count, int w) {
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= count) return;
    int sum = 0;
    for (int k = 0; k < w; k++) sum += in[i + k];
    atomicMax(out, sum);
}

extern "C" void solve(const int* input, int* output, int N, int window_size) {
    const int count = N > window_size ? N - window_size : 1;
    set<<<1, 1>>>(output);
    windows<<<(count + 127) / 128, 128>>>(input, output, count, window_size);
}
