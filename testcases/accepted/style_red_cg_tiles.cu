// exam: problem=reduction verdict=accepted
// Cooperative groups: a thread block, tiles of 32 and 8, cg::reduce and shfl_down by hand.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <typename Group>
__device__ float sum_by_hand(const Group& g, float v) {
    for (int o = g.size() / 2; o > 0; o /= 2) v += g.shfl_down(v, o);
    return v;
}

__global__ void sum(const float* in, float* out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto oct = cg::tiled_partition<8>(warp);

    __shared__ float of_oct[4 * 8], of_block;
    float v = 0;
    for (size_t i = block.group_index().x * (size_t)block.size() + block.thread_rank(); i < n;
         i += (size_t)gridDim.x * block.size())
        v += in[i];

    v = sum_by_hand(oct, v);
    if (oct.thread_rank() == 0) of_oct[warp.meta_group_rank() * 4 + oct.meta_group_rank()] = v;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        float w = cg::reduce(warp, of_oct[warp.thread_rank()], cg::plus<float>());
        if (warp.thread_rank() == 0) of_block = w;
    }
    cg::sync(block);
    if (block.thread_rank() == block.size() - 1) atomicAdd(out, of_block);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof *output);
    sum<<<256, 256>>>(input, output, N);
}
