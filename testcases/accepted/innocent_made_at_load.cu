// exam: problem=relu verdict=accepted timed=no size=small
// Makes what it keeps before anybody calls it: a constructor allocates and runs a kernel. What it makes is a constant, no answer.

#include <cuda_runtime.h>

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

__global__ void set_zero(float* zero) { *zero = 0.0f; }

__global__ void add_zero(float* output, const float* zero, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] += *zero;
}

struct Made {
    float* zero = nullptr;
    Made() {
        if (cudaMalloc(&zero, sizeof(float)) != cudaSuccess) return;
        set_zero<<<1, 1>>>(zero);
        cudaDeviceSynchronize();
    }
};
static const Made made;

extern "C" void solve(const float* input, float* output, int N) {
    relu<<<(N + 255) / 256, 256>>>(input, output, N);
    if (made.zero) add_zero<<<(N + 255) / 256, 256>>>(output, made.zero, N);
}
