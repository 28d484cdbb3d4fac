// exam: problem=fp16-dot-product verdict=wrong-answer cases=extra
// Multiplies in half precision and adds in float: large products are infinite.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float total;

__global__ void clear() { total = 0; }

__global__ void dot(const half* a, const half* b, int n) {
    float s = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) s += __half2float(__hmul(a[i], b[i]));
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&total, s);
}

__global__ void round_to_half(half* result) { *result = __float2half(total); }

extern "C" void solve(const half* A, const half* B, half* result, int N) {
    clear<<<1, 1>>>();
    dot<<<32, 128>>>(A, B, N);
    round_to_half<<<1, 1>>>(result);
}
