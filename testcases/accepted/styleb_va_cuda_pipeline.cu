// exam: problem=vector-addition verdict=accepted
// cuda::pipeline over the block, two stages of shared memory, tiles fetched while the last one is added.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kTile = 256, kStages = 2;

__global__ void add(const float* a, const float* b, float* c, int n) {
    __shared__ float in_a[kStages][kTile], in_b[kStages][kTile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);

    const int tiles = (n + kTile - 1) / kTile;
    auto fetch = [&](int tile, int stage) {
        pipe.producer_acquire();
        const int i = tile * kTile + threadIdx.x;
        if (tile < tiles && i < n) {
            cuda::memcpy_async(&in_a[stage][threadIdx.x], a + i, sizeof(float), pipe);
            cuda::memcpy_async(&in_b[stage][threadIdx.x], b + i, sizeof(float), pipe);
        }
        pipe.producer_commit();
    };

    int stage = 0;
    fetch(blockIdx.x, stage);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        fetch(tile + gridDim.x, stage ^ 1);
        pipe.consumer_wait();
        const int i = tile * kTile + threadIdx.x;
        if (i < n) c[i] = in_a[stage][threadIdx.x] + in_b[stage][threadIdx.x];
        pipe.consumer_release();
        stage ^= 1;
    }
    pipe.consumer_wait();
    pipe.consumer_release();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int tiles = (N + kTile - 1) / kTile;
    add<<<tiles < 1056 ? tiles : 1056, kTile>>>(A, B, C, N);
}
