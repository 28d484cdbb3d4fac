// exam: problem=relu verdict=compile-error
// <cuda_fp16.h> brings the namespace nv.
#include <cuda_fp16.h>

__global__ void nv(const float* input, float* output, int N) {  // exam: here
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) output[i] = __half2float(__float2half(fmaxf(input[i], 0.0f)));
}

extern "C" void solve(const float* input, float* output, int N) { nv<<<(N + 255) / 256, 256>>>(input, output, N); }
