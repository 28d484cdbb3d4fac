// Two launches. The first scans tiles of 1024 apart from each other, and leaves the sum of each; in the second each
// block scans the sums of the tiles (49 at most) for itself, so prefix sums are known without a third, and takes the
// maximum.
// Gains: O(N) work; the blocks wait for each other once.
// Costs: every block of the second launch scans the same 49 numbers: one warp, two steps.
// Expect: the time of two launches.
// judge: rung 2

#include <climits>
#include <cuda_runtime.h>

namespace mss {

constexpr int tile = 1024, most_elements = 50000, most_tiles = (most_elements + tile - 1) / tile;
static_assert(most_tiles <= 64, "one warp scans the sums of the tiles, two for each lane");

__device__ int in_tile[most_elements];   // [i]: the sum from the beginning of i's tile up to i
__device__ int of_tile[64];

template <typename Op>
__device__ int scan_warp(int v, Op op) {
    for (int d = 1; d < 32; d <<= 1) {
        const int other = __shfl_up_sync(~0u, v, d);
        if ((threadIdx.x & 31) >= d) v = op(v, other);
    }
    return v;
}

__global__ void __launch_bounds__(tile) scan_tiles(const int* __restrict__ input, int* output, int n) {
    __shared__ int warps[32];
    const auto add = [](int a, int b) { return a + b; };
    const int i = blockIdx.x * tile + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = scan_warp(i < n ? input[i] : 0, add);
    if (lane == 31) warps[warp] = v;
    __syncthreads();
    if (warp == 0) {
        const int w = scan_warp(warps[lane], add);
        __syncwarp();
        warps[lane] = w;
    }
    __syncthreads();
    if (warp) v += warps[warp - 1];
    if (i < n) in_tile[i] = v;
    if (threadIdx.x == tile - 1) of_tile[blockIdx.x] = v;
    if (i == 0) *output = INT_MIN;
}

// The sum of the first `count` elements.
__device__ int prefix(const int* before, int count) {
    return count == 0 ? 0 : before[(count - 1) / tile] + in_tile[count - 1];
}

__global__ void __launch_bounds__(256) maximum(int* output, int windows, int size, int tiles) {
    __shared__ int before[64];
    __shared__ int warps[8];
    if (threadIdx.x < 32) {
        const int t = 2 * threadIdx.x, a = t < tiles ? of_tile[t] : 0, b = t + 1 < tiles ? of_tile[t + 1] : 0;
        const int through = scan_warp(a + b, [](int x, int y) { return x + y; });
        before[t] = through - a - b;
        before[t + 1] = through - b;
    }
    __syncthreads();
    int best = INT_MIN;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < windows; i += gridDim.x * 256)
        best = max(best, prefix(before, i + size) - prefix(before, i));
    best = __reduce_max_sync(~0u, best);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x < 8) {
        best = __reduce_max_sync(0xffu, warps[threadIdx.x]);
        if (threadIdx.x == 0) atomicMax(output, best);
    }
}

}  // namespace mss

extern "C" void solve(const int* input, int* output, int N, int window_size) {
    const int tiles = (N + mss::tile - 1) / mss::tile, windows = N - window_size + 1, blocks = (windows + 255) / 256;
    mss::scan_tiles<<<tiles, mss::tile>>>(input, output, N);
    mss::maximum<<<blocks < 132 ? blocks : 132, 256>>>(output, windows, window_size, tiles);
}
