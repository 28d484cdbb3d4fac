// exam: problem=max-subarray-sum verdict=wrong-answer
// Prefix sums in 16 bits.

#include <climits>
#include <cuda_runtime.h>

__global__ void set(int* output) { *output = INT_MIN; }

__global__ void windows(const int* input, int* output, int N, int window_size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + window_size > N) return;
    short sum = 0;
    for (int k = 0; k < window_size; k++) sum += input[i + k];
    atomicMax(output, sum);
}

extern "C" void solve(const int* input, int* output, int N, int window_size) {
    int count = N - window_size + 1;
    set<<<1, 1>>>(output);
    windows<<<(count + 127) / 128, 128>>>(input, output, N, window_size);
}
