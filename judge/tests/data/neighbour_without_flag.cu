// Each block begins with what the one before it wrote, and does not wait for that.

#include <cuda_runtime.h>
__global__ void r(const float* a, const float* x, float* h, int L) {
    int row = blockIdx.y, t0 = blockIdx.x * 64;
    if (threadIdx.x) return;
    float c = t0 ? h[(size_t)row * L + t0 - 1] : 0;
    for (int t = t0; t < min(L, t0 + 64); ++t) {
        c = (t ? a[(size_t)row * L + t] * c : 0) + x[(size_t)row * L + t];
        h[(size_t)row * L + t] = c;
    }
}
extern "C" void solve(const float* a, const float* x, float* h, int B, int L) {
    r<<<dim3((L + 63) / 64, B), 32>>>(a, x, h, L);
}
