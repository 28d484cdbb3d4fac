// exam: problem=relu verdict=compile-error
// A variable of the host's in an index. What follows it, ` * i`, declares no pointer.
#include <cuda_runtime.h>

int stride = 1;

__global__ void relu(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[stride * i] = fmaxf(input[i], 0.0f);  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
