// exam: problem=dot-product verdict=wrong-answer
// Rounds the inputs to half precision before they are multiplied.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void dot(const float* a, const float* b, float* result, int n) {
    float s = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += __half2float(__float2half(a[i])) * __half2float(__float2half(b[i]));
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(result, s);
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    cudaMemset(result, 0, 4);
    dot<<<64, 256>>>(A, B, result, N);
}
