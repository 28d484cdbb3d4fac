// ps_lookback, tuned: a warp looks at 32 tiles before it at once; more elements a thread, read and written as float4
// where they lie, so that nothing goes through shared memory but the warps' sums; the states carry the call's number,
// so that nothing has to be cleared; small vectors get small tiles, all at once, each adding up all before it.
// Gains: a look-back of a few round trips through L2 instead of hundreds, many loads in flight, one launch.
// Costs: the four numbers are one chip's: judge sweep prefix-sum ps_best --case huge -D ITEMS=24,32,40 -D
// BLOCK=256,512,1024
// Expect: about what CUB reaches at 2^26, which is less than a copy; at 250,000 the launch and one way through L2.
// judge: rung 6

#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 512
#endif
#ifndef ITEMS
#define ITEMS 40
#endif
#ifndef SMALL_BLOCK
#define SMALL_BLOCK 256
#endif
#ifndef SMALL_ITEMS
#define SMALL_ITEMS 8
#endif

static_assert(BLOCK % 32 == 0 && BLOCK <= 1024 && SMALL_BLOCK % 32 == 0 && SMALL_BLOCK <= 1024, "whole warps");
static_assert(ITEMS % 4 == 0 && SMALL_ITEMS % 4 == 0, "a thread's elements are float4s");

constexpr int large_tile = BLOCK * ITEMS, small_tile = SMALL_BLOCK * SMALL_ITEMS;
constexpr int smallest_tile = large_tile < small_tile ? large_tile : small_tile;
constexpr int most_elements = 1 << 26;
constexpr int small = 1 << 18;   // up to here there are hardly enough tiles for all SMs
constexpr unsigned everyone = 0xffffffffu;

// What is known of a tile: the call's number and this, in the upper half of its word; the sum is in the lower half, so
// that both are read and written at once and need no fence between them. Words of other calls say nothing.
enum Known : unsigned { own_sum = 1, sum_up_to_here = 2 };

__device__ unsigned long long states[(most_elements + smallest_tile - 1) / smallest_tile];
__device__ unsigned tiles_begun;

__device__ void publish(int tile, unsigned call, Known known, float sum) {
    *static_cast<volatile unsigned long long*>(&states[tile]) =
        static_cast<unsigned long long>(call << 2 | known) << 32 | __float_as_uint(sum);
}

// Before the first tile there is nothing: a sum of zero that is known.
__device__ unsigned long long read_state(int tile, unsigned call) {
    if (tile < 0) return static_cast<unsigned long long>(call << 2 | sum_up_to_here) << 32;
    return *static_cast<volatile unsigned long long*>(&states[tile]);
}

__device__ unsigned known_of(unsigned long long word, unsigned call) {
    const unsigned head = static_cast<unsigned>(word >> 32);
    return head >> 2 == call ? head & 3 : 0;
}

// The sum of the values of this lane and all before it.
__device__ float scan_warp(float value) {
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        const float before = __shfl_up_sync(everyone, value, step);
        if (threadIdx.x % 32 >= step) value += before;
    }
    return value;
}

__device__ float sum_of_warp(float value) {
#pragma unroll
    for (int width = 16; width > 0; width /= 2) value += __shfl_xor_sync(everyone, value, width);
    return value;
}

// A warp asks the 32 tiles before this one, then the 32 before those, until one knows the sum of all up to itself.
__device__ float look_back(int tile, unsigned call) {
    const int lane = threadIdx.x;
    float before = 0.0f;
    for (int at = tile - 1 - lane;; at -= 32) {
        unsigned long long word;
        unsigned known;
        do {
            word = read_state(at, call);
            known = known_of(word, call);
        } while (__any_sync(everyone, known == 0));
        const unsigned ends = __ballot_sync(everyone, known == sum_up_to_here);
        // Lane 0 has the nearest tile: what lies behind the first end is in its sum.
        const float sum = ends == 0 || lane < __ffs(ends) ? __uint_as_float(static_cast<unsigned>(word)) : 0.0f;
        before += sum_of_warp(sum);
        if (ends != 0) return before;
    }
}

__device__ float4 load4(const float* in, int i, int n) {
    if (i + 4 <= n) return __ldcs(reinterpret_cast<const float4*>(in + i));
    return make_float4(i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f, 0.0f);
}

__device__ void store4(float* out, int i, int n, float4 v) {
    if (i + 4 <= n) {
        __stcs(reinterpret_cast<float4*>(out + i), v);
        return;
    }
    if (i < n) out[i] = v.x;
    if (i + 1 < n) out[i + 1] = v.y;
    if (i + 2 < n) out[i + 2] = v.z;
}

// Within the warp: what is before each of a lane's vectors, and the warp's sum.
template <int Vectors>
__device__ float scan_vectors(float4 (&v)[Vectors], float (&before)[Vectors]) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < Vectors; k++) {
        v[k].y += v[k].x;
        v[k].z += v[k].y;
        v[k].w += v[k].z;
        const float up_to_here = scan_warp(v[k].w), of_lanes = __shfl_up_sync(everyone, up_to_here, 1);
        before[k] = sum + (threadIdx.x % 32 > 0 ? of_lanes : 0.0f);
        sum += __shfl_sync(everyone, up_to_here, 31);
    }
    return sum;
}

template <int Vectors>
__device__ void store_sums(const float4 (&v)[Vectors], const float (&before)[Vectors], float before_warp, float* out,
                           int first, int n) {
#pragma unroll
    for (int k = 0; k < Vectors; k++) {
        const float offset = before_warp + before[k];
        store4(out, first + 128 * k, n,
               make_float4(v[k].x + offset, v[k].y + offset, v[k].z + offset, v[k].w + offset));
    }
}

// `call`: another one each time, from 1.
template <int Block, int Vectors>
__global__ void __launch_bounds__(Block) scan(const float* in, float* out, int n, unsigned call) {
    __shared__ int shared_tile;
    __shared__ float warp_sums[32], shared_before;
    constexpr int warps = Block / 32;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // Counts the tiles of this call and begins anew by itself.
    if (threadIdx.x == 0) shared_tile = static_cast<int>(atomicInc(&tiles_begun, gridDim.x - 1));
    __syncthreads();
    const int tile = shared_tile;

    // A warp has 128 * Vectors neighbours, and each of its lanes four of each 128.
    const int first = (tile * warps + warp) * (128 * Vectors) + 4 * lane;
    float4 v[Vectors];
#pragma unroll
    for (int k = 0; k < Vectors; k++) v[k] = load4(in, first + 128 * k, n);
    float before[Vectors];
    const float sum = scan_vectors(v, before);
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        const float up_to_here = scan_warp(lane < warps ? warp_sums[lane] : 0.0f);
        const float total = __shfl_sync(everyone, up_to_here, 31);
        if (lane == 0 && tile > 0) publish(tile, call, own_sum, total);
        const float of_warps = __shfl_up_sync(everyone, up_to_here, 1);
        warp_sums[lane] = lane > 0 ? of_warps : 0.0f;
        const float of_tiles = tile > 0 ? look_back(tile, call) : 0.0f;
        if (lane == 0) {
            publish(tile, call, sum_up_to_here, of_tiles + total);
            shared_before = of_tiles;
        }
    }
    __syncthreads();

    store_sums(v, before, shared_before + warp_sums[warp], out, first, n);
}

// A vector of so few tiles that all blocks are on the chip at once: a tile each, and each block adds up what all
// before it told. The cooperative launch promises that they are there.
template <int Block, int Vectors>
__global__ void __launch_bounds__(Block) scan_at_once(const float* in, float* out, int n, unsigned call) {
    __shared__ float warp_sums[32], parts_before[32];
    constexpr int warps = Block / 32;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, tile = blockIdx.x;
    const int first = (tile * warps + warp) * (128 * Vectors) + 4 * lane;
    float4 v[Vectors];
#pragma unroll
    for (int k = 0; k < Vectors; k++) v[k] = load4(in, first + 128 * k, n);
    float before[Vectors];
    const float sum = scan_vectors(v, before);
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();

    const float up_to_here = scan_warp(lane < warps ? warp_sums[lane] : 0.0f);
    const float of_warps = __shfl_sync(everyone, up_to_here, warp > 0 ? warp - 1 : 0);
    if (threadIdx.x == warps - 1) publish(tile, call, own_sum, up_to_here);
    float part = 0.0f;
    for (int other = threadIdx.x; other < tile; other += Block) {
        unsigned long long word;
        do word = read_state(other, call);
        while (known_of(word, call) == 0);
        part += __uint_as_float(static_cast<unsigned>(word));
    }
    part = sum_of_warp(part);
    if (lane == 0) parts_before[warp] = part;
    __syncthreads();
    const float of_tiles = sum_of_warp(lane < warps ? parts_before[lane] : 0.0f);
    store_sums(v, before, of_tiles + (warp > 0 ? of_warps : 0.0f), out, first, n);
}

template <int Block, int Vectors>
static void launch(const float* input, float* output, int N, unsigned call) {
    constexpr int tile = Block * 4 * Vectors;
    scan<Block, Vectors><<<(N + tile - 1) / tile, Block>>>(input, output, N, call);
}

static void launch_at_once(const float* input, float* output, int N, unsigned call) {
    constexpr int tile = SMALL_BLOCK * SMALL_ITEMS;
    void* arguments[] = {&input, &output, &N, &call};
    void* const kernel = reinterpret_cast<void*>(scan_at_once<SMALL_BLOCK, SMALL_ITEMS / 4>);
    cudaLaunchCooperativeKernel(kernel, dim3((N + tile - 1) / tile), dim3(SMALL_BLOCK), arguments, 0, nullptr);
}

extern "C" void solve(const float* input, float* output, int N) {
    static unsigned calls = 0;
    calls = (calls + 1) & 0x3fffffffu;
    if (calls == 0) calls = 1;
    if (N <= small) launch_at_once(input, output, N, calls);
    else launch<BLOCK, ITEMS / 4>(input, output, N, calls);
}
