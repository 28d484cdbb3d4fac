// exam: problem=reduction verdict=accepted
// A compensated sum as a type with operators, shuffled by PTX, lane numbers from the special register.
#include <cuda_runtime.h>

static __device__ __forceinline__ unsigned lane_id() {
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

static __device__ __forceinline__ float butterfly(float x, int mask) {
    float y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(y) : "f"(x), "r"(mask));
    return y;
}

struct Twofold {
    float high = 0, low = 0;

    __device__ Twofold& operator+=(float x) {
        const float s = __fadd_rn(high, x), t = __fsub_rn(s, high);
        low = __fadd_rn(low, __fadd_rn(__fsub_rn(high, __fsub_rn(s, t)), __fsub_rn(x, t)));
        high = s;
        return *this;
    }
    __device__ Twofold& operator+=(const Twofold& o) {
        *this += o.high;
        low += o.low;
        return *this;
    }
    // Infinities leave NaN in the compensation: then the plain sum is the answer.
    __device__ explicit operator float() const { return isfinite(high) ? high + low : high; }
    __device__ Twofold across(int mask) const {
        Twofold t;
        t.high = butterfly(high, mask), t.low = butterfly(low, mask);
        return t;
    }
};

template <int Warps>
__device__ Twofold reduce(Twofold mine, float (&highs)[Warps], float (&lows)[Warps]) {
    for (int mask = 16; mask > 0; mask /= 2) mine += mine.across(mask);
    const unsigned warp = threadIdx.x / 32;
    if (lane_id() == 0) highs[warp] = mine.high, lows[warp] = mine.low;
    __syncthreads();
    Twofold all;
    for (int w = 0; w < Warps; ++w) {
        Twofold part;
        part.high = highs[w], part.low = lows[w];
        all += part;
    }
    return all;
}

constexpr int kBlocks = 256, kThreads = 256;
__device__ float block_high[kBlocks], block_low[kBlocks];

__global__ void first(const float* in, int n) {
    __shared__ float highs[kThreads / 32], lows[kThreads / 32];
    Twofold mine;
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += kBlocks * kThreads) mine += in[i];
    const Twofold all = reduce(mine, highs, lows);
    if (threadIdx.x == 0) block_high[blockIdx.x] = all.high, block_low[blockIdx.x] = all.low;
}

__global__ void second(float* out) {
    __shared__ float highs[kBlocks / 32], lows[kBlocks / 32];
    Twofold mine;
    mine.high = block_high[threadIdx.x], mine.low = block_low[threadIdx.x];
    const Twofold all = reduce(mine, highs, lows);
    if (threadIdx.x == 0) *out = static_cast<float>(all);
}

extern "C" void solve(const float* input, float* output, int N) {
    first<<<kBlocks, kThreads>>>(input, N);
    second<<<1, kBlocks>>>(output);
}
