// exam: problem=reduction verdict=accepted
// A shared union that is floats first and 64-bit words later; two floats travel in one shuffle as bits; atomicCAS adds.
#include <cuda_runtime.h>
#include <stdint.h>

typedef union { float f[256]; uint64_t pair[128]; struct { float lo, hi; } v[128]; } scratch_t;

__device__ inline void cas_add(float *p, float x)
{
    unsigned int *w = (unsigned int *)p, seen = *w, was;
    do {
        was = seen;
        seen = atomicCAS(w, was, __float_as_uint(__uint_as_float(was) + x));
    } while (seen != was);
}

__global__ void k(const float *in, float *out, int n)
{
    __shared__ scratch_t u;
    int t = threadIdx.x;
    float x = 0;
    for (int64_t i = (int64_t)blockIdx.x << 8 | t; i < n; i += (int64_t)gridDim.x << 8) x += in[i];
    u.f[t] = x;
    __syncthreads();

    if (t < 64) {
        const uint64_t a = u.pair[t], b = u.pair[t ^ 64];
        float2 r;
        r.x = __uint_as_float((uint32_t)a) + __uint_as_float((uint32_t)b);
        r.y = __uint_as_float((uint32_t)(a >> 32)) + __uint_as_float((uint32_t)(b >> 32));
        u.pair[t] = ((uint64_t)__float_as_uint(r.y) << 32) | __float_as_uint(r.x);
    }
    __syncthreads();
    if (t < 32) {
        u.v[t].lo += u.v[t + 32].lo;
        u.v[t].hi += u.v[t + 32].hi;
        __syncwarp();
        unsigned long long p = u.pair[t];
        for (int d = 1; d < 32; d <<= 1) {
            unsigned long long q = __shfl_xor_sync(0xFFFFFFFFu, p, d);
            float lo = __uint_as_float((unsigned)p) + __uint_as_float((unsigned)q);
            float hi = __uint_as_float((unsigned)(p >> 32)) + __uint_as_float((unsigned)(q >> 32));
            p = (unsigned long long)__float_as_uint(hi) << 32 | __float_as_uint(lo);
        }
        if (t == 0) cas_add(out, __uint_as_float((unsigned)p) + __uint_as_float((unsigned)(p >> 32)));
    }
}

extern "C" void solve(const float *input, float *output, int N)
{
    float zero = 0;
    cudaMemcpy(output, &zero, sizeof zero, cudaMemcpyHostToDevice);
    k<<<N > 1 << 16 ? 256 : 8, 256>>>(input, output, N);
}
