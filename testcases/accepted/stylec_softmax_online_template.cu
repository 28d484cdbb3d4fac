// exam: problem=softmax verdict=accepted
// Online normaliser (Milakov and Gimelshein): maximum and sum in one pass; two launches.
#include <cuda_runtime.h>
#include <math_constants.h>

struct __align__(8) MD {
    float m, d;
};

__device__ __forceinline__ MD combine(MD a, MD b) {
    bool a_bigger = a.m > b.m;
    MD big = a_bigger ? a : b;
    MD small = a_bigger ? b : a;
    MD r;
    r.d = big.d + (small.d == 0.0f ? 0.0f : small.d * __expf(small.m - big.m));
    r.m = big.m;
    return r;
}

template <int WIDTH>
__device__ MD warpAll(MD v) {
#pragma unroll
    for (int o = WIDTH / 2; o > 0; o >>= 1) {
        MD w;
        w.m = __shfl_xor_sync(0xffffffffu, v.m, o, WIDTH);
        w.d = __shfl_xor_sync(0xffffffffu, v.d, o, WIDTH);
        v = combine(v, w);
    }
    return v;
}

template <int THREADS>
__device__ MD blockAll(MD v) {
    __shared__ MD s[THREADS / 32];
    v = warpAll<32>(v);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    v = s[threadIdx.x % (THREADS / 32)];
    return warpAll<THREADS / 32>(v);
}

template <int THREADS>
__global__ void partials(const float* x, int n, MD* out) {
    MD v{-CUDART_INF_F, 0.0f};
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) v = combine(v, MD{x[i], 1.0f});
    v = blockAll<THREADS>(v);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

template <int THREADS>
__global__ void finish(const float* x, float* y, int n, const MD* part, int parts) {
    MD v = threadIdx.x < parts ? part[threadIdx.x] : MD{-CUDART_INF_F, 0.0f};
    v = blockAll<THREADS>(v);
    float inv = __fdividef(1.0f, v.d);
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) y[i] = __expf(x[i] - v.m) * inv;
}

extern "C" void solve(const float* input, float* output, int N) {
    constexpr int THREADS = 256;
    static MD* part = nullptr;
    if (!part) cudaMalloc(&part, THREADS * sizeof(MD));
    int blocks = (N + THREADS - 1) / THREADS;
    if (blocks > THREADS) blocks = THREADS;
    partials<THREADS><<<blocks, THREADS>>>(input, N, part);
    finish<THREADS><<<blocks, THREADS>>>(input, output, N, part, blocks);
}
