// Rows are cut into chunks of 2048, a block each. The first launch makes one map (a, x) of each chunk; in the second
// each block applies the maps of the chunks on its left, 31 at most, and scans its own chunk from there.
// Gains: B * L / 2048 blocks instead of B; inputs come from L2 the second time.
// Costs: two launches; inputs are read twice.
// Expect: the time of two launches at the ranked size.
// judge: rung 2

#include <cuda_runtime.h>

struct Map {
    float a, x;   // h -> a * h + x
    __device__ float operator()(float h) const { return fmaf(a, h, x); }
};

__device__ inline Map then(Map first, Map second) { return {first.a * second.a, fmaf(second.a, first.x, second.x)}; }

constexpr int threads = 256, each = 8, chunk = threads * each, most_chunks = 256 * (65536 / chunk);
__device__ Map maps[most_chunks];

// The maps of this thread's elements. Places past the end of the row map h to itself.
struct Piece {
    Map m[each];

    __device__ Piece(const float* a, const float* x, int from, int L) {
        const bool aligned = L % 4 == 0;
        if (aligned && from + each <= L) {
#pragma unroll
            for (int k = 0; k < each; k += 4) {
                const float4 u = *reinterpret_cast<const float4*>(a + from + k);
                const float4 v = *reinterpret_cast<const float4*>(x + from + k);
                m[k] = {u.x, v.x}, m[k + 1] = {u.y, v.y}, m[k + 2] = {u.z, v.z}, m[k + 3] = {u.w, v.w};
            }
        } else {
#pragma unroll
            for (int k = 0; k < each; ++k) m[k] = from + k < L ? Map{a[from + k], x[from + k]} : Map{1.f, 0.f};
        }
        if (from == 0) m[0].a = 0.f;
    }
    __device__ Map whole() const {
        Map w = m[0];
#pragma unroll
        for (int k = 1; k < each; ++k) w = then(w, m[k]);
        return w;
    }
};

// What all threads before this one do; in `total` what all of them do.
__device__ Map scan_block(Map mine, Map& total) {
    __shared__ Map warps[threads / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const Map left{__shfl_up_sync(~0u, mine.a, d), __shfl_up_sync(~0u, mine.x, d)};
        if (lane >= d) mine = then(left, mine);
    }
    if (lane == 31) warps[warp] = mine;
    Map before{__shfl_up_sync(~0u, mine.a, 1), __shfl_up_sync(~0u, mine.x, 1)};
    if (lane == 0) before = {1.f, 0.f};
    __syncthreads();
    Map of_warps{1.f, 0.f};
    total = {1.f, 0.f};
#pragma unroll
    for (int w = 0; w < threads / 32; ++w) {
        if (w == warp) of_warps = total;
        total = then(total, warps[w]);
    }
    return then(of_warps, before);
}

__global__ void __launch_bounds__(threads) summarise(const float* a, const float* x, int L) {
    const size_t row = static_cast<size_t>(blockIdx.y) * L;
    const Piece piece(a + row, x + row, blockIdx.x * chunk + threadIdx.x * each, L);
    Map total;
    scan_block(piece.whole(), total);
    if (threadIdx.x == 0) maps[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

__global__ void __launch_bounds__(threads) finish(const float* a, const float* x, float* h, int L) {
    const size_t row = static_cast<size_t>(blockIdx.y) * L;
    const int from = blockIdx.x * chunk + threadIdx.x * each;
    const Piece piece(a + row, x + row, from, L);
    float value = 0.f;
    for (int c = 0; c < blockIdx.x; ++c) value = maps[blockIdx.y * gridDim.x + c](value);
    Map total;
    value = scan_block(piece.whole(), total)(value);
#pragma unroll
    for (int k = 0; k < each; ++k) {
        value = piece.m[k](value);
        if (from + k < L) h[row + from + k] = value;
    }
}

extern "C" void solve(const float* a, const float* x, float* h, int B, int L) {
    const dim3 grid((L + chunk - 1) / chunk, B);
    summarise<<<grid, threads>>>(a, x, L);
    finish<<<grid, threads>>>(a, x, h, L);
}
