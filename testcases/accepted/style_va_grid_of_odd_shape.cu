// exam: problem=vector-addition verdict=accepted
// Three-dimensional grids and blocks, linear indices by hand, unsigned 64-bit arithmetic and reinterpretation as float4, float2, float.
#include <cuda_runtime.h>
#include <cstdint>

__device__ __inline__ uint64_t where() {
    uint64_t b = blockIdx.z; b = b * gridDim.y + blockIdx.y; b = b * gridDim.x + blockIdx.x;
    uint64_t t = threadIdx.z; t = t * blockDim.y + threadIdx.y; t = t * blockDim.x + threadIdx.x;
    return b * (blockDim.x * blockDim.y * blockDim.z) + t;
}

__device__ inline float4 operator+(float4 p, float4 q) { p.x += q.x; p.y += q.y; p.z += q.z; p.w += q.w; return p; }
__device__ inline float2 operator+(float2 p, float2 q) { return float2{p.x + q.x, p.y + q.y}; }

__global__ void add(const void* A, const void* B, void* C, uint64_t n) {
    const uint64_t i = where() * 7;             // seven elements: four, two, one, in an order that suits i
    float *c = (float*)C + i;
    const float *a = (const float*)A + i, *b = (const float*)B + i;
    if (i >= n) return;
    uint64_t left = n - i < 7 ? n - i : 7;
    while (left) {
        if (left >= 4 && ((uintptr_t)a & 15) == 0 && ((uintptr_t)b & 15) == 0 && ((uintptr_t)c & 15) == 0) {
            *(float4*)c = *(const float4*)a + *(const float4*)b;
            a += 4; b += 4; c += 4; left -= 4;
        } else if (left >= 2 && (((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) & 7) == 0) {
            *(float2*)c = *(const float2*)a + __ldg((const float2*)b);
            a += 2; b += 2; c += 2; left -= 2;
        } else {
            *c++ = __ldcs(a++) + *b++;
            --left;
        }
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    dim3 block(5, 3, 9), grid(3, 2, 1);
    int per = 7 * 5 * 3 * 9 * 6;
    grid.z = (N + per - 1) / per;
    if (grid.z > 65535) grid.x *= 2, grid.z = (grid.z + 1) / 2;
    add<<<grid, block>>>(A, B, C, N);
}
