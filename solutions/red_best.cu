// red_grid_stride with several 16-byte loads in flight a thread and a sum for each, in as many blocks as are
// resident.
// Gains: BLOCK * BLOCKS_PER_SM * LOADS * 16 bytes asked for at once on each SM, far above the 30 KB or so that hide
// an H200's latency; loads that are the first to leave L2. Small inputs get as many blocks as have a load each.
// Costs: registers. The numbers are one chip's: judge sweep reduction red_best -D LOADS=2,4,8 -D BLOCK=256,512,1024
// Expect: what the memory gives at 2^27; at 4 Mi elements the start and the last block's round trip are half of the
// time.
// judge: rung 8

#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 512
#endif
#ifndef LOADS
#define LOADS 8
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 2
#endif

static_assert(BLOCK % 32 == 0 && BLOCK <= 1024 && BLOCK * BLOCKS_PER_SM <= 2048, "2048 threads fit on an SM");

constexpr int most_blocks = 4096;

__device__ float block_sums[most_blocks];
__device__ unsigned blocks_done;

__device__ float sum_of_warp(float value) {
#pragma unroll
    for (int width = 16; width > 0; width /= 2) value += __shfl_down_sync(0xffffffffu, value, width);
    return value;
}

// Of all threads, given to thread 0.
__device__ float sum_of_block(float value) {
    __shared__ float warp_sums[BLOCK / 32];
    value = sum_of_warp(value);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < BLOCK / 32 ? warp_sums[threadIdx.x] : 0.0f;
    __syncthreads();
    return threadIdx.x < 32 ? sum_of_warp(value) : value;
}

__global__ void __launch_bounds__(BLOCK, BLOCKS_PER_SM) reduce(const float* __restrict__ input, float* output, int N) {
    const float4* __restrict__ vectors = reinterpret_cast<const float4*>(input);
    const int count = N / 4, stride = gridDim.x * BLOCK, thread = blockIdx.x * BLOCK + threadIdx.x;
    float sums[LOADS] = {};
    int i = thread;
    for (; i + (LOADS - 1) * stride < count; i += LOADS * stride) {
        float4 loaded[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++) loaded[k] = __ldcs(&vectors[i + k * stride]);
#pragma unroll
        for (int k = 0; k < LOADS; k++) sums[k] += (loaded[k].x + loaded[k].y) + (loaded[k].z + loaded[k].w);
    }
    // Fewer than LOADS are left, or there were never as many: asked for all at once, too.
#pragma unroll
    for (int k = 0; k < LOADS - 1; k++) {
        const float4 v = i + k * stride < count ? __ldcs(&vectors[i + k * stride]) : make_float4(0, 0, 0, 0);
        sums[k] += (v.x + v.y) + (v.z + v.w);
    }
    float sum = thread < N % 4 ? input[4 * count + thread] : 0.0f;
#pragma unroll
    for (int k = 0; k < LOADS; k++) sum += sums[k];
    sum = sum_of_block(sum);
    if (gridDim.x == 1) {
        if (threadIdx.x == 0) output[0] = sum;
        return;
    }

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        __stcg(&block_sums[blockIdx.x], sum);
        __threadfence();
        // Counts to the grid's size and begins anew by itself.
        is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    sum = 0.0f;
    for (int block = threadIdx.x; block < gridDim.x; block += BLOCK) sum += __ldcv(&block_sums[block]);
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) output[0] = sum;
}

static int resident_blocks() {
    int device = 0, multiprocessors = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    const int blocks = multiprocessors * BLOCKS_PER_SM;
    return blocks < most_blocks ? blocks : most_blocks;
}

extern "C" void solve(const float* input, float* output, int N) {
    static const int most = resident_blocks();
    int blocks = (N / 4 + BLOCK - 1) / BLOCK;
    blocks = blocks < 1 ? 1 : blocks > most ? most : blocks;
    reduce<<<blocks, BLOCK>>>(input, output, N);
}
