// exam: problem=reduction verdict=accepted
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cuda_runtime.h>

template <int BLOCK_THREADS, int ITEMS>
__global__ void Partial(const float *d_in, float *d_out, int n)
{
    using Load   = cub::BlockLoad<float, BLOCK_THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Reduce = cub::BlockReduce<float, BLOCK_THREADS, cub::BLOCK_REDUCE_RAKING>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
    } temp;

    const int tile = BLOCK_THREADS * ITEMS;
    const int base = blockIdx.x * tile;
    const int valid = min(tile, n - base);
    float items[ITEMS];
    Load(temp.load).Load(d_in + base, items, valid, 0.0f);
    __syncthreads();                              // temp is reused
    float agg = Reduce(temp.reduce).Sum(items);
    if (threadIdx.x == 0) d_out[blockIdx.x] = agg;
}

extern "C" void solve(const float* input, float* output, int N)
{
    constexpr int THREADS = 128, ITEMS = 8, TILE = THREADS * ITEMS;
    static float *scratch[2] = {nullptr, nullptr};
    static int capacity = 0;
    int blocks = (N + TILE - 1) / TILE;
    if (blocks > capacity) {
        for (auto &p : scratch) {
            if (p) cudaFree(p);
            cudaMalloc((void **)&p, blocks * sizeof(float));
        }
        capacity = blocks;
    }
    const float *src = input;
    int n = N, which = 0;
    for (;;) {
        blocks = (n + TILE - 1) / TILE;
        float *dst = blocks == 1 ? output : scratch[which];
        Partial<THREADS, ITEMS><<<blocks, THREADS>>>(src, dst, n);
        if (blocks == 1) break;
        src = dst;
        n = blocks;
        which ^= 1;
    }
}
