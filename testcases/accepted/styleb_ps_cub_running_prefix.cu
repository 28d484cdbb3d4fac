// exam: problem=prefix-sum verdict=accepted
// cub::BlockLoad, BlockScan and BlockStore share a union; a stateful callback carries the prefix from tile to tile.
#include <cub/cub.cuh>
#include <cuda_runtime.h>

struct RunningPrefix {
    float running;
    __device__ explicit RunningPrefix(float start) : running(start) {}
    __device__ float operator()(float block_aggregate) {
        const float old = running;
        running += block_aggregate;
        return old;
    }
};

template <int BLOCK, int ITEMS>
__global__ void one_block_scan(const float* in, float* out, int n) {
    using Load = cub::BlockLoad<float, BLOCK, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Scan = cub::BlockScan<float, BLOCK, cub::BLOCK_SCAN_WARP_SCANS>;
    using Store = cub::BlockStore<float, BLOCK, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Store::TempStorage store;
    } temp;

    RunningPrefix prefix(0.f);
    constexpr int tile = BLOCK * ITEMS;
    for (int offset = 0; offset < n; offset += tile) {
        const int valid = min(tile, n - offset);
        float items[ITEMS];
        Load(temp.load).Load(in + offset, items, valid, 0.f);
        __syncthreads();
        Scan(temp.scan).InclusiveSum(items, items, prefix);
        __syncthreads();
        Store(temp.store).Store(out + offset, items, valid);
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N) { one_block_scan<512, 8><<<1, 512>>>(input, output, N); }
