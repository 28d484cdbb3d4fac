// exam: problem=dot-product verdict=wrong-answer
// Sums of blocks go to a buffer that is kept from call to call, and a smaller grid leaves old ones in it.
#include <cuda_runtime.h>

__device__ float sums[256];

__global__ void part(const float* a, const float* b, int n) {
    float s = 0.f;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) s += a[i] * b[i];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0) sums[blockIdx.x] = s;
}

__global__ void whole(float* result) {
    float s = 0.f;
    for (int i = 0; i < 256; i++) s += sums[i];
    *result = s;
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    const int blocks = (N + 31) / 32;
    part<<<blocks < 256 ? blocks : 256, 32>>>(A, B, N);
    whole<<<1, 1>>>(result);
}
