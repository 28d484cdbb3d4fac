// exam: problem=reduction verdict=wrong-answer cases=extra
// Compensated sums in every thread, so that the order does not matter so much. (Not with an infinity: inf - inf.)
#include <cuda_runtime.h>

struct Kahan {
    float sum = 0.f, c = 0.f;
    __device__ void add(float x) {
        float y = x - c;
        float t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    __device__ void merge(const Kahan& o) { add(o.sum); add(-o.c); }
};

__device__ Kahan shuffleDown(const Kahan& k, int d) {
    Kahan r;
    r.sum = __shfl_down_sync(0xffffffffu, k.sum, d);
    r.c = __shfl_down_sync(0xffffffffu, k.c, d);
    return r;
}

__global__ void kahanSum(const float* in, float* out, int n) {
    __shared__ float sums[32], comps[32];
    Kahan k;
    for (int i = threadIdx.x; i < n; i += blockDim.x) k.add(in[i]);
    for (int d = 16; d; d >>= 1) k.merge(shuffleDown(k, d));
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (!lane) { sums[warp] = k.sum; comps[warp] = k.c; }
    __syncthreads();
    if (warp == 0) {
        Kahan w;
        w.sum = sums[lane];
        w.c = comps[lane];
        for (int d = 16; d; d >>= 1) w.merge(shuffleDown(w, d));
        if (!lane) *out = w.sum;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    kahanSum<<<1, 1024>>>(input, output, N);
}
