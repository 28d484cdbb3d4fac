// One pass with decoupled look-back: a block counts what its tile keeps, publishes the count, and adds up the counts of
// the tiles before it, 32 at a time by one warp, until it meets one that knows the count of everything up to itself.
// Gains: A is read once. A tile's elements are collected in shared memory and written as one stretch.
// Costs: a word of state a tile, cleared by a memset; tiles are numbered in the order in which blocks begin, so that
// whoever is waited for is under way.
// Expect: above two thirds of the bandwidth.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int threads = 256, each = 16, tile = threads * each;
constexpr unsigned all_lanes = 0xffffffffu;

// In the upper half of a tile's word: what the lower half is.
constexpr unsigned long long own = 1ull << 32, through = 2ull << 32;

__device__ unsigned long long load_word(const unsigned long long* p) {
    return *static_cast<const volatile unsigned long long*>(p);
}

// The number of elements that the tiles before `index` keep. By a whole warp.
__device__ int look_back(const unsigned long long* tiles, int index) {
    const int lane = threadIdx.x % 32;
    int before = 0;
    for (int last = index - 1; last >= 0; last -= 32) {
        const int t = last - lane;
        unsigned long long word = through;   // in front of the first tile: nothing, and that is known
        if (t >= 0)
            do word = load_word(tiles + t);
            while (word >> 32 == 0);
        const unsigned known = __ballot_sync(all_lanes, word >> 32 == 2);
        const int stop = known ? __ffs(known) - 1 : 31;
        before += __reduce_add_sync(all_lanes, lane <= stop ? static_cast<int>(word) : 0);
        if (known) break;
    }
    return before;
}

__global__ void __launch_bounds__(threads) compact(const float* __restrict__ A, int N, float* __restrict__ out,
                                                   unsigned long long* state) {
    __shared__ float kept[tile];
    __shared__ int of_warp[threads / 32];
    __shared__ int shared_index, shared_before;
    unsigned long long* tiles = state + 1;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    if (threadIdx.x == 0) shared_index = static_cast<int>(atomicAdd(state, 1ull));
    __syncthreads();
    const int index = shared_index;

    // A warp has `each` rows of 32 neighbours, one after the other.
    const int first = index * tile + warp * 32 * each + lane;
    float v[each];
#pragma unroll
    for (int k = 0; k < each; ++k) v[k] = N - first > 32 * k ? A[first + 32 * k] : 0.0f;
    int place[each], count = 0;
#pragma unroll
    for (int k = 0; k < each; ++k) {
        const unsigned flags = __ballot_sync(all_lanes, v[k] > 0.0f);
        place[k] = count + __popc(flags & ((1u << lane) - 1));
        count += __popc(flags);
    }
    if (lane == 0) of_warp[warp] = count;
    __syncthreads();
    int begin = 0, total = 0;
#pragma unroll
    for (int w = 0; w < threads / 32; ++w) {
        if (w < warp) begin += of_warp[w];
        total += of_warp[w];
    }
#pragma unroll
    for (int k = 0; k < each; ++k)
        if (v[k] > 0.0f) kept[begin + place[k]] = v[k];

    if (warp == 0) {
        if (lane == 0 && index > 0) atomicExch(tiles + index, own | total);
        const int before = look_back(tiles, index);
        if (lane == 0) {
            atomicExch(tiles + index, through | static_cast<unsigned>(before + total));
            shared_before = before;
        }
    }
    __syncthreads();
    float* to = out + shared_before;
    for (int i = threadIdx.x; i < total; i += threads) to[i] = kept[i];
}

extern "C" void solve(const float* A, int N, float* out) {
    static unsigned long long* state = nullptr;
    static int room = 0;
    const int tiles = (N - 1) / tile + 1;
    if (room < tiles) {
        cudaFree(state);
        cudaMalloc(&state, (tiles + 1) * sizeof *state);
        room = tiles;
    }
    cudaMemsetAsync(state, 0, (tiles + 1) * sizeof *state);
    compact<<<tiles, threads>>>(A, N, out, state);
}
