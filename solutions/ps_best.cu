// One pass in rounds: as many blocks as are on the chip at once take a few parts each, side by side, then the next
// ones. What comes is copied to shared memory rounds ahead (cp.async); its sums are told to all two rounds before they
// are needed, and so nobody waits: what lies before a part is what lay before the round, and a word of each part.
// Gains: reading, adding and writing go on side by side, all blocks read from one narrow stretch of memory, and there
// is no chain from tile to tile, which is what ps_lookback and CUB wait for.
// Costs: all blocks must be on the chip together (a cooperative launch); most of an SM's shared memory; the numbers are
// one chip's: judge sweep prefix-sum ps_best --case huge -D ITEMS=12,16 -D BLOCK=768,896,1024 -D STAGES=3,4
// Expect: about nine tenths of a copy's speed at 2^26; at 250,000, where each block has one tile, the launch and one
// way through L2.
// judge: rung 6

#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 768
#endif
#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef STAGES
#define STAGES 4   // rounds that are in shared memory or on their way
#endif
#ifndef AHEAD
#define AHEAD 2   // rounds by which sums are told before they are needed
#endif
#ifndef SMALL_BLOCK
#define SMALL_BLOCK 256
#endif
#ifndef SMALL_ITEMS
#define SMALL_ITEMS 8
#endif

static_assert(BLOCK % 32 == 0 && BLOCK <= 1024 && SMALL_BLOCK % 32 == 0 && SMALL_BLOCK <= 1024, "whole warps");
static_assert(ITEMS % 4 == 0 && SMALL_ITEMS % 4 == 0, "a thread's elements are float4s");
static_assert(AHEAD >= 1 && STAGES > AHEAD, "what is summed early stays until it is written");
static_assert(ITEMS / 4 <= BLOCK / 32, "a warp for each part");
static_assert(4 * BLOCK * ITEMS * STAGES <= 226 * 1024, "shared memory of an SM");

constexpr int parts = ITEMS / 4, part_size = 4 * BLOCK, small_tile = SMALL_BLOCK * SMALL_ITEMS;
constexpr int most_elements = 1 << 26, most_blocks = 256;
constexpr int small = 1 << 18;   // up to here a tile for each block will do
constexpr int smallest = part_size < small_tile ? part_size : small_tile;
constexpr unsigned everyone = 0xffffffffu;

// The sums of the parts: the call's number in the upper half of a word, the sum in the lower half, so that both are
// read and written at once and need no fence between them. Words of other calls say nothing.
__device__ unsigned long long told[most_elements / smallest + parts * most_blocks];

__device__ void tell(int part, unsigned call, float sum) {
    *static_cast<volatile unsigned long long*>(&told[part]) =
        static_cast<unsigned long long>(call) << 32 | __float_as_uint(sum);
}

__device__ unsigned long long ask(int part) { return *static_cast<volatile unsigned long long*>(&told[part]); }

// Waits until the sum is told; `word` is what was there when it was asked for first.
__device__ float sum_told(unsigned long long word, int part, unsigned call) {
    while (static_cast<unsigned>(word >> 32) != call) word = ask(part);
    return __uint_as_float(static_cast<unsigned>(word));
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

// Adds up within each vector; the sum of the lanes before this one.
__device__ float scan_lanes(float4& v) {
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    const float of_lanes = __shfl_up_sync(everyone, scan_warp(v.w), 1);
    return threadIdx.x % 32 > 0 ? of_lanes : 0.0f;
}

__device__ float4 load4(const float* in, int i, int n) {
    if (i + 4 <= n) return __ldcs(reinterpret_cast<const float4*>(in + i));
    return make_float4(i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f, 0.0f);
}

__device__ void store4(float* out, int i, int n, float4 v, float offset) {
    if (i + 4 <= n) {
        *reinterpret_cast<float4*>(out + i) = make_float4(v.x + offset, v.y + offset, v.z + offset, v.w + offset);
        return;
    }
    if (i < n) out[i] = v.x + offset;
    if (i + 1 < n) out[i + 1] = v.y + offset;
    if (i + 2 < n) out[i + 2] = v.z + offset;
}

// Begins to copy four neighbours into shared memory; zeros beyond the end.
__device__ void copy_async(float4* to, const float* in, int i, int n) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const int left = n - i, bytes = left >= 4 ? 16 : left > 0 ? 4 * left : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(left > 0 ? in + i : in), "r"(bytes)
                 : "memory");
}

// What a block knows in shared memory: what its warps add up to, of the rounds that are under way, then what lies
// before each within its part; and of this round what each row of parts adds up to, in all blocks and in those before
// this one.
struct Sums {
    float warps[AHEAD + 1][parts][32], row[parts], row_before[parts];
};

struct Round {
    int number;
    __device__ int part(int k) const { return (number * parts + k) * gridDim.x + blockIdx.x; }
    __device__ int first(int k) const { return part(k) * part_size + 4 * threadIdx.x; }
    // What a thread copies there only it reads, so that nobody waits for others' copies.
    __device__ float4* stage(float4* ring) const { return ring + number % STAGES * (BLOCK * parts) + threadIdx.x; }
};

__device__ void begin_copies(Round round, float4* ring, const float* in, int n) {
#pragma unroll
    for (int k = 0; k < parts; k++) copy_async(&round.stage(ring)[k * BLOCK], in, round.first(k), n);
}

__device__ void sum_warps(Round round, float4* ring, Sums& sums) {
    const float4* const from = round.stage(ring);
    float sum[parts];
#pragma unroll
    for (int k = 0; k < parts; k++) {
        const float4 v = from[k * BLOCK];
        sum[k] = (v.x + v.y) + (v.z + v.w);
    }
#pragma unroll
    for (int k = 0; k < parts; k++) {
        sum[k] = sum_of_warp(sum[k]);
        if (threadIdx.x % 32 == 0) sums.warps[round.number % (AHEAD + 1)][k][threadIdx.x / 32] = sum[k];
    }
}

// One warp for each part.
__device__ void tell_sum(Round round, Sums& sums, unsigned call) {
    const int lane = threadIdx.x % 32, k = threadIdx.x / 32;
    float* const of_part = sums.warps[round.number % (AHEAD + 1)][k];
    const float up_to_here = scan_warp(lane < BLOCK / 32 ? of_part[lane] : 0.0f);
    const float before = __shfl_up_sync(everyone, up_to_here, 1);
    of_part[lane] = lane > 0 ? before : 0.0f;
    if (lane == 31) tell(round.part(k), call, up_to_here);
}

constexpr int asked_by_lane = most_blocks / 32;

// What all blocks told of a row of parts: one warp asks, and looks at the answers later.
struct Asked {
    unsigned long long words[asked_by_lane];

    __device__ static int first_of_row(Round round) { return (round.number * parts + threadIdx.x / 32) * gridDim.x; }

    __device__ void ask_all(Round round) {
#pragma unroll
        for (int k = 0; k < asked_by_lane; k++) {
            const int block = threadIdx.x % 32 + 32 * k;
            if (block < gridDim.x) words[k] = ask(first_of_row(round) + block);
        }
    }

    __device__ void add_up(Round round, Sums& sums, unsigned call) const {
        float row = 0.0f, before = 0.0f;
#pragma unroll
        for (int k = 0; k < asked_by_lane; k++) {
            const int block = threadIdx.x % 32 + 32 * k;
            if (block >= gridDim.x) continue;
            const float sum = sum_told(words[k], first_of_row(round) + block, call);
            row += sum;
            if (block < blockIdx.x) before += sum;
        }
        row = sum_of_warp(row);
        before = sum_of_warp(before);
        if (threadIdx.x % 32 == 0) sums.row[threadIdx.x / 32] = row, sums.row_before[threadIdx.x / 32] = before;
    }
};

// `call`: another one each time, from 1.
__global__ void __launch_bounds__(BLOCK, 1) scan(const float* in, float* out, int n, unsigned call) {
    extern __shared__ float4 ring[];
    __shared__ Sums sums;
    const int warp = threadIdx.x / 32, of_round = parts * part_size * gridDim.x, rounds = (n + of_round - 1) / of_round;

    const auto copy = [&](Round round) {
        if (round.number < rounds) begin_copies(round, ring, in, n);
        asm volatile("cp.async.commit_group;");
    };
    for (int r = 0; r < STAGES; r++) copy({r});
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - AHEAD));
    for (int r = 0; r < AHEAD && r < rounds; r++) sum_warps({r}, ring, sums);
    __syncthreads();
    if (warp < parts)
        for (int r = 0; r < AHEAD && r < rounds; r++) tell_sum({r}, sums, call);

    float before_row = 0.0f;
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        const Round round{r}, early{r + AHEAD};
        Asked asked;
        if (warp < parts) asked.ask_all(round);
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 1 - AHEAD));
        if (early.number < rounds) sum_warps(early, ring, sums);
        __syncthreads();
        if (warp < parts) {
            if (early.number < rounds) tell_sum(early, sums, call);
            asked.add_up(round, sums, call);
        }

        float4 v[parts];
        float before[parts];
#pragma unroll
        for (int k = 0; k < parts; k++) v[k] = round.stage(ring)[k * BLOCK];
        copy({r + STAGES});
#pragma unroll
        for (int k = 0; k < parts; k++) before[k] = scan_lanes(v[k]);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < parts; k++) {
            const float before_warp = before_row + sums.row_before[k] + sums.warps[r % (AHEAD + 1)][k][warp];
            store4(out, round.first(k), n, v[k], before_warp + before[k]);
            before_row += sums.row[k];
        }
    }
}

// A vector of so few tiles that all blocks are on the chip at once: a tile each, and each block adds up what all
// before it told. A warp has 128 * vectors neighbours, and each of its lanes four of each 128.
__global__ void __launch_bounds__(SMALL_BLOCK) scan_at_once(const float* in, float* out, int n, unsigned call) {
    __shared__ float warp_sums[32], parts_before[32];
    constexpr int warps = SMALL_BLOCK / 32, vectors = SMALL_ITEMS / 4;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, tile = blockIdx.x;
    const int first = (tile * warps + warp) * (128 * vectors) + 4 * lane;
    float4 v[vectors];
#pragma unroll
    for (int k = 0; k < vectors; k++) v[k] = load4(in, first + 128 * k, n);
    float before[vectors], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < vectors; k++) {
        before[k] = sum + scan_lanes(v[k]);
        sum = __shfl_sync(everyone, before[k] + v[k].w, 31);
    }
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();

    const float up_to_here = scan_warp(lane < warps ? warp_sums[lane] : 0.0f);
    const float of_warps = __shfl_sync(everyone, up_to_here, warp > 0 ? warp - 1 : 0);
    if (threadIdx.x == warps - 1) tell(tile, call, up_to_here);
    float part = 0.0f;
    for (int other = threadIdx.x; other < tile; other += SMALL_BLOCK) part += sum_told(ask(other), other, call);
    part = sum_of_warp(part);
    if (lane == 0) parts_before[warp] = part;
    __syncthreads();
    const float before_warp = sum_of_warp(lane < warps ? parts_before[lane] : 0.0f) + (warp > 0 ? of_warps : 0.0f);
#pragma unroll
    for (int k = 0; k < vectors; k++) store4(out, first + 128 * k, n, v[k], before_warp + before[k]);
}

// All blocks on the chip together, as they wait for each other.
static void launch_together(void (*kernel)(const float*, float*, int, unsigned), int blocks, int threads,
                            int shared_bytes, const float* input, float* output, int N, unsigned call) {
    void* arguments[] = {&input, &output, &N, &call};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), dim3(blocks), dim3(threads), arguments, shared_bytes,
                                nullptr);
}

static int number_of_sms() {
    int device = 0, sms = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    return sms < most_blocks ? sms : most_blocks;
}

extern "C" void solve(const float* input, float* output, int N) {
    static unsigned calls = 0;
    calls = calls + 1 > 0 ? calls + 1 : 1;
    if (N <= small) {
        launch_together(scan_at_once, (N + small_tile - 1) / small_tile, SMALL_BLOCK, 0, input, output, N, calls);
        return;
    }
    constexpr int shared_bytes = 4 * BLOCK * ITEMS * STAGES;
    static const cudaError_t allowed =
        cudaFuncSetAttribute(scan, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    if (allowed != cudaSuccess) return;
    static const int sms = number_of_sms();
    const int most = (N + part_size - 1) / part_size;
    launch_together(scan, most < sms ? most : sms, BLOCK, shared_bytes, input, output, N, calls);
}
