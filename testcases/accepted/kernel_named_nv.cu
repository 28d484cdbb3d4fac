// exam: problem=relu verdict=accepted
// Without <cuda_fp16.h> nv is a name like any other.
#include <cuda_runtime.h>

__global__ void nv(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { nv<<<(N + 255) / 256, 256>>>(input, output, N); }
