// exam: problem=fp16-dot-product verdict=wrong-answer
// Each thread adds up in half precision, and so do the blocks.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void dot(const half* a, const half* b, half* result, int n) {
    half sum = __float2half(0.f);
    for (int i = 0; i < n; i++) sum = __hadd(sum, __hmul(a[i], b[i]));
    *result = sum;
}

extern "C" void solve(const half* A, const half* B, half* result, int N) { dot<<<1, 1>>>(A, B, result, N); }
