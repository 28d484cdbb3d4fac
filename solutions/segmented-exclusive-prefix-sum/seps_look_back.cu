// One pass with decoupled look-back over pairs (a segment began, sum since then). A tile in which a segment begins
// publishes its final word before it looks back, so nobody looks further than that.
// Gains: everything is read once and written once; eight neighbours a thread in 16-byte pieces.
// Costs: a word of state a tile, cleared by a memset. Segments longer than a tile are chains of words to add up.
// Expect: above two thirds of the bandwidth.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

constexpr int block = 256, each = 8, tile = block * each;
constexpr unsigned everyone = 0xffffffffu;

struct Part {
    float sum;
    int cut;   // whether a segment begins in this part
};

__device__ Part join(Part left, Part right) {
    return {right.cut ? right.sum : left.sum + right.sum, left.cut | right.cut};
}

__device__ Part scan_lanes(Part p) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const Part left{__shfl_up_sync(everyone, p.sum, d), __shfl_up_sync(everyone, p.cut, d)};
        if (lane >= d) p = join(left, p);
    }
    return p;
}

enum Known : unsigned { nothing, own_sum, sum_through };

__device__ void publish(unsigned long long* word, Known known, float sum) {
    atomicExch(word, static_cast<unsigned long long>(known) << 32 | __float_as_uint(sum));
}

// The sum that comes in from the tiles before. By a whole warp, for all of its lanes.
__device__ float look_back(unsigned long long* tiles, int index) {
    const int lane = threadIdx.x % 32;
    float before = 0;
    for (int last = index - 1; last >= 0; last -= 32) {
        const int t = last - lane;
        unsigned long long word = static_cast<unsigned long long>(sum_through) << 32;
        if (t >= 0)
            do word = *static_cast<volatile unsigned long long*>(tiles + t);
            while (word >> 32 == nothing);
        const unsigned ends = __ballot_sync(everyone, word >> 32 == sum_through);
        const int stop = ends ? __ffs(ends) - 1 : 31;
        float sum = lane <= stop ? __uint_as_float(static_cast<unsigned>(word)) : 0.f;
        for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(everyone, sum, d);
        before += sum;
        if (ends) break;
    }
    return before;
}

__global__ void __launch_bounds__(block)
scan(const float* __restrict__ values, const int* __restrict__ flags, float* __restrict__ output, int N,
     unsigned long long* state) {
    __shared__ Part warps[block / 32];
    __shared__ int shared_index;
    __shared__ float shared_carry;
    unsigned long long* tiles = state + 1;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0) shared_index = static_cast<int>(atomicAdd(state, 1ull));
    __syncthreads();
    const int index = shared_index, first = index * tile + each * threadIdx.x;

    float v[each];
    int f[each];
    const bool whole = N - first >= each;
    if (whole) {
#pragma unroll
        for (int q = 0; q < each / 4; ++q) {
            const float4 x = __ldcs(reinterpret_cast<const float4*>(values + first) + q);
            const int4 y = __ldcs(reinterpret_cast<const int4*>(flags + first) + q);
            v[4 * q] = x.x, v[4 * q + 1] = x.y, v[4 * q + 2] = x.z, v[4 * q + 3] = x.w;
            f[4 * q] = y.x, f[4 * q + 1] = y.y, f[4 * q + 2] = y.z, f[4 * q + 3] = y.w;
        }
    } else {
#pragma unroll
        for (int k = 0; k < each; ++k) {
            v[k] = first + k < N ? values[first + k] : 0.f;
            f[k] = first + k < N ? flags[first + k] : 0;
        }
    }

    Part mine{v[0], f[0]};
#pragma unroll
    for (int k = 1; k < each; ++k) mine = join(mine, {v[k], f[k]});
    const Part through = scan_lanes(mine);
    Part left{__shfl_up_sync(everyone, through.sum, 1), __shfl_up_sync(everyone, through.cut, 1)};
    if (lane == 0) left = {0.f, 0};
    if (lane == 31) warps[warp] = through;
    __syncthreads();
    Part of_tile{0.f, 0}, of_warps{0.f, 0};
#pragma unroll
    for (int w = 0; w < block / 32; ++w) {
        if (w == warp) of_warps = of_tile;
        of_tile = join(of_tile, warps[w]);
    }
    left = join(of_warps, left);

    if (warp == 0) {
        if (lane == 0) publish(tiles + index, of_tile.cut ? sum_through : own_sum, of_tile.sum);
        const float carry = look_back(tiles, index);
        if (lane == 0) {
            if (!of_tile.cut) publish(tiles + index, sum_through, carry + of_tile.sum);
            shared_carry = carry;
        }
    }
    __syncthreads();

    float sum = left.cut ? left.sum : shared_carry + left.sum;
    float result[each];
#pragma unroll
    for (int k = 0; k < each; ++k) {
        if (f[k]) sum = 0.f;
        result[k] = sum;
        sum += v[k];
    }
    if (whole) {
        float4* to = reinterpret_cast<float4*>(output + first);
#pragma unroll
        for (int q = 0; q < each / 4; ++q)
            __stcs(to + q, make_float4(result[4 * q], result[4 * q + 1], result[4 * q + 2], result[4 * q + 3]));
    } else {
#pragma unroll
        for (int k = 0; k < each; ++k)
            if (first + k < N) output[first + k] = result[k];
    }
}

}  // namespace

extern "C" void solve(const float* values, const int* flags, float* output, int N) {
    static unsigned long long* state = nullptr;
    static size_t room = 0;
    const int tiles = (N - 1) / tile + 1;
    const size_t bytes = (tiles + 1) * sizeof(unsigned long long);
    if (bytes > room) {
        cudaFree(state);
        cudaMalloc(&state, bytes);
        room = bytes;
    }
    cudaMemsetAsync(state, 0, bytes);
    scan<<<tiles, block>>>(values, flags, output, N, state);
}
