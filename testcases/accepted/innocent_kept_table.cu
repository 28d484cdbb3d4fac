// exam: problem=leaky-relu verdict=accepted timed=no size=small
// A table of constants in device memory that is computed once, in the first call, and kept: the slope is the problem's and never changes.

#include <cuda_runtime.h>

__global__ void fill(float* slopes) { slopes[0] = 0.01f, slopes[1] = 1.0f; }

__global__ void leaky_relu(const float* input, float* output, const float* slopes, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = input[i] * slopes[input[i] > 0.0f];
}

extern "C" void solve(const float* input, float* output, int N) {
    static float* slopes = nullptr;
    if (!slopes) {
        if (cudaMalloc(&slopes, 2 * sizeof(float)) != cudaSuccess) return;
        fill<<<1, 1>>>(slopes);
    }
    leaky_relu<<<(N + 255) / 256, 256>>>(input, output, slopes, N);
}
