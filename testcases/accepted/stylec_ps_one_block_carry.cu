// exam: problem=prefix-sum verdict=accepted
// Lazy but correct: a single block walks over the array with a running carry.
#include <cuda_runtime.h>

struct Four { float a, b, c, d; };

__device__ Four load(const float *p, long i, long n)
{
    Four f = {0, 0, 0, 0};
    switch (n - i < 4 ? (int)(n - i) : 4) {
    case 4: f.d = p[i + 3]; [[fallthrough]];
    case 3: f.c = p[i + 2]; [[fallthrough]];
    case 2: f.b = p[i + 1]; [[fallthrough]];
    case 1: f.a = p[i];
    }
    return f;
}

__global__ void __launch_bounds__(1024) walk(const float *p, float *q, long n)
{
    __shared__ float warps[32];
    __shared__ float carry;
    const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    if (threadIdx.x == 0) carry = 0;
    long pos = threadIdx.x * 4L;
    Four next = load(p, pos < n ? pos : n, n);
    while (true) {
        Four x = next;
        const long following = pos + 4096;
        next = load(p, following < n ? following : n, n);      // prefetch while we scan
        x.b += x.a; x.c += x.b; x.d += x.c;
        float s = x.d;
        for (int o = 1; o < 32; o *= 2) {
            const float t = __shfl_up_sync(0xffffffff, s, o);
            if (lane >= o) s += t;
        }
        if (lane == 31) warps[wid] = s;
        __syncthreads();
        const float c = carry;
        if (wid == 0) {
            float w = warps[lane];
            for (int o = 1; o < 32; o *= 2) {
                const float t = __shfl_up_sync(0xffffffff, w, o);
                w = lane < o ? w : w + t;
            }
            warps[lane] = w;
        }
        __syncthreads();
        const float before = c + (wid ? warps[wid - 1] : 0.f) + s - x.d;
        if (pos < n) q[pos] = before + x.a;
        if (pos + 1 < n) q[pos + 1] = before + x.b;
        if (pos + 2 < n) q[pos + 2] = before + x.c;
        if (pos + 3 < n) q[pos + 3] = before + x.d;
        if (threadIdx.x == 1023) carry = c + warps[31];
        if (pos - threadIdx.x * 4L + 4096 >= n) break;         // the same for all
        pos = following;
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    walk<<<1, 1024>>>(input, output, (long)N);
}
