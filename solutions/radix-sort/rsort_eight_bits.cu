// Eight bits at a time, four passes of three kernels: tiles' histograms, a scan of each digit's row of them, a stable
// scatter. In the scatter a warp finds the lanes with its digit by __match_any_sync, so ranks are counted in the order
// of the input; the tile is then put into order in shared memory, so that neighbours write side by side.
// Gains: an eighth of the passes of one bit at a time; writes come in runs, 16 numbers long on average.
// Costs: three times 4 N bytes a pass; decoupled look-back would save the histogram's read.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

using Key = unsigned int;

struct Tile {
    static constexpr int threads = 256, warps = threads / 32, rounds = 16, size = threads * rounds;
};
constexpr int digits = 256;
constexpr unsigned everyone = 0xffffffffu;

__device__ int digit_of(Key key, int shift) { return key >> shift & (digits - 1); }

// counts[digit * tiles + tile]
__global__ void __launch_bounds__(Tile::threads) histograms(const Key* in, int* counts, int n, int tiles, int shift) {
    __shared__ int bins[digits];
    bins[threadIdx.x] = 0;
    __syncthreads();
    const int base = blockIdx.x * Tile::size;
#pragma unroll
    for (int r = 0; r < Tile::rounds; r++) {
        const int i = base + r * Tile::threads + threadIdx.x;
        if (i < n) atomicAdd(&bins[digit_of(in[i], shift)], 1);
    }
    __syncthreads();
    counts[threadIdx.x * tiles + blockIdx.x] = bins[threadIdx.x];
}

// The sum of the values of all threads before this one; `total` of all.
__device__ int scan_block(int value, int& total) {
    __shared__ int sums[Tile::warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int inclusive = value;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        const int left = __shfl_up_sync(everyone, inclusive, step);
        if (lane >= step) inclusive += left;
    }
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    int before = 0;
    total = 0;
#pragma unroll
    for (int w = 0; w < Tile::warps; w++) {
        if (w == warp) before = total;
        total += sums[w];
    }
    __syncthreads();
    return before + inclusive - value;
}

// A block for each digit: its row becomes exclusive prefix sums, and its sum goes to totals.
__global__ void __launch_bounds__(Tile::threads) scan_rows(int* counts, int* totals, int tiles) {
    int* row = counts + static_cast<long long>(blockIdx.x) * tiles;
    int carry = 0;
    for (int base = 0; base < tiles; base += Tile::threads) {
        const int i = base + threadIdx.x;
        int total;
        const int before = scan_block(i < tiles ? row[i] : 0, total);
        if (i < tiles) row[i] = carry + before;
        carry += total;
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = carry;
}

__global__ void __launch_bounds__(Tile::threads)
scatter(const Key* in, Key* out, const int* counts, const int* totals, int n, int tiles, int shift) {
    __shared__ int seen[Tile::warps][digits];   // then: where a warp's first key of a digit goes in the tile
    __shared__ int target[digits];  // where the tile's first key of a digit goes, less its place in the tile
    __shared__ Key ordered[Tile::size];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    for (int w = 0; w < Tile::warps; w++) seen[w][t] = 0;
    __syncthreads();

    const int base = blockIdx.x * Tile::size, first = base + warp * 32 * Tile::rounds + lane;
    Key keys[Tile::rounds];
    int ranks[Tile::rounds];
#pragma unroll
    for (int r = 0; r < Tile::rounds; r++) {
        const int i = first + r * 32;
        keys[r] = i < n ? in[i] : ~0u;   // behind all that are there
        const int digit = digit_of(keys[r], shift);
        const unsigned peers = __match_any_sync(everyone, digit);
        const int before_me = __popc(peers & ((1u << lane) - 1));
        const int earlier = seen[warp][digit];
        __syncwarp();
        if (before_me == 0) seen[warp][digit] = earlier + __popc(peers);
        __syncwarp();
        ranks[r] = earlier + before_me;
    }
    __syncthreads();

    int in_tile = 0;
    for (int w = 0; w < Tile::warps; w++) {
        const int count = seen[w][t];
        seen[w][t] = in_tile;
        in_tile += count;
    }
    int unused;
    const int place = scan_block(in_tile, unused);
    const int smaller = scan_block(totals[t], unused);
    for (int w = 0; w < Tile::warps; w++) seen[w][t] += place;
    target[t] = smaller + counts[t * tiles + blockIdx.x] - place;
    __syncthreads();

#pragma unroll
    for (int r = 0; r < Tile::rounds; r++) ordered[seen[warp][digit_of(keys[r], shift)] + ranks[r]] = keys[r];
    __syncthreads();
    const int count = min(Tile::size, n - base);
    for (int i = t; i < count; i += Tile::threads) out[target[digit_of(ordered[i], shift)] + i] = ordered[i];
}

}  // namespace

extern "C" void solve(const unsigned int* input, unsigned int* output, int N) {
    const int tiles = (N + Tile::size - 1) / Tile::size;
    Key* other;
    int* counts;
    cudaMalloc(&other, N * sizeof(Key));
    cudaMalloc(&counts, (static_cast<size_t>(tiles) + 1) * digits * sizeof(int));
    int* totals = counts + static_cast<size_t>(tiles) * digits;
    const Key* from = input;
    for (int shift = 0; shift < 32; shift += 8) {
        Key* to = shift / 8 % 2 == 0 ? other : output;
        histograms<<<tiles, Tile::threads>>>(from, counts, N, tiles, shift);
        scan_rows<<<digits, Tile::threads>>>(counts, totals, tiles);
        scatter<<<tiles, Tile::threads>>>(from, to, counts, totals, N, tiles, shift);
        from = to;
    }
    cudaFree(other);
    cudaFree(counts);
}
