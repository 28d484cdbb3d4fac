// exam: problem=fp16-dot-product verdict=wrong-answer
// Reads half2, and forgets the last element of an odd number.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float total;

__global__ void clear() { total = 0; }

__global__ void dot(const half2* a, const half2* b, int pairs) {
    float s = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < pairs; i += gridDim.x * 128) {
        const float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        s += x.x * y.x + x.y * y.y;
    }
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&total, s);
}

__global__ void round_to_half(half* result) { *result = __float2half(total); }

extern "C" void solve(const half* A, const half* B, half* result, int N) {
    clear<<<1, 1>>>();
    dot<<<32, 128>>>((const half2*)A, (const half2*)B, N / 2);
    round_to_half<<<1, 1>>>(result);
}
