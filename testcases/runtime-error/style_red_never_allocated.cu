// exam: problem=reduction verdict=runtime-error
// The scratch memory is declared, and forgotten.
#include <cuda_runtime.h>

static float* d_partial = nullptr;

__global__ void partial_sums(const float* in, float* partial, int n) {
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) partial[blockIdx.x * 4 + threadIdx.x / 32] = v;
}

__global__ void total(const float* partial, float* out, int n) {
    float v = 0;
    for (int i = threadIdx.x; i < n; i += 32) v += partial[i];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0) *out = v;
}

extern "C" void solve(const float* input, float* output, int N) {
    partial_sums<<<64, 128>>>(input, d_partial, N);
    total<<<1, 32>>>(d_partial, output, 256);
    cudaDeviceSynchronize();
}
