// exam: problem=vector-addition verdict=accepted
// Loads past L1 and streaming stores by inline PTX, behind named inline functions.
#include <cuda_runtime.h>

namespace ptx {
__device__ __forceinline__ float4 load_nc(const float4* address) {
    float4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(address));
    return v;
}
__device__ __forceinline__ float load_nc(const float* address) {
    float v;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(address));
    return v;
}
__device__ __forceinline__ void store_cs(float4* address, float4 v) {
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(address), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
                 : "memory");
}
__device__ __forceinline__ float add(float a, float b) {
    float c;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(c) : "f"(a), "f"(b));
    return c;
}
}  // namespace ptx

__device__ float4 operator+(const float4& p, const float4& q) {
    return {ptx::add(p.x, q.x), ptx::add(p.y, q.y), ptx::add(p.z, q.z), ptx::add(p.w, q.w)};
}

__global__ void add4(const float* __restrict__ A, const float* __restrict__ B, float* C, int N) {
    const unsigned quad = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned quads = N >> 2;
    if (quad < quads) {
        ptx::store_cs(reinterpret_cast<float4*>(C) + quad, ptx::load_nc(reinterpret_cast<const float4*>(A) + quad) +
                                                               ptx::load_nc(reinterpret_cast<const float4*>(B) + quad));
    } else if (const unsigned i = (quads << 2) + (quad - quads); i < static_cast<unsigned>(N)) {
        C[i] = ptx::add(ptx::load_nc(A + i), ptx::load_nc(B + i));
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int workers = N / 4 + N % 4;
    add4<<<(workers + 255) / 256, 256>>>(A, B, C, N);
}
