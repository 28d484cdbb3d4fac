// exam: problem=matrix-transpose verdict=accepted
// A 4 x 4 block per thread, turned round in registers; float4 where both extents allow it.
#include <cuda_runtime.h>

__device__ inline void turn(float4& a, float4& b, float4& c, float4& d) {
    auto swap = [](float& x, float& y) { float t = x; x = y; y = t; };
    swap(a.y, b.x); swap(a.z, c.x); swap(a.w, d.x);
    swap(b.z, c.y); swap(b.w, d.y);
    swap(c.w, d.z);
}

__global__ void transposeVec(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    int c = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    int r = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (r >= rows || c >= cols) return;
    const float4* p = (const float4*)(in + (size_t)r * cols + c);
    const int ps = cols / 4, qs = rows / 4;
    float4 v0 = __ldg(p), v1 = __ldg(p + ps), v2 = __ldg(p + 2 * ps), v3 = __ldg(p + 3 * ps);
    turn(v0, v1, v2, v3);
    float4* q = (float4*)(out + (size_t)c * rows + r);
    q[0] = v0;
    q[qs] = v1;
    q[2 * qs] = v2;
    q[3 * qs] = v3;
}

__global__ void transposeAny(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    int c = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    int r = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
    float v[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (r + i < rows && c + j < cols) v[i][j] = in[(size_t)(r + i) * cols + c + j];
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (r + i < rows && c + j < cols) out[(size_t)(c + j) * rows + r + i] = v[i][j];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(8, 16);
    dim3 grid((cols + 31) / 32, (rows + 63) / 64);
    if ((rows | cols) & 3)
        transposeAny<<<grid, block>>>(input, output, rows, cols);
    else
        transposeVec<<<grid, block>>>(input, output, rows, cols);
}
