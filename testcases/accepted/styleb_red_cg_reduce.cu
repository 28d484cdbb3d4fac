// exam: problem=reduction verdict=accepted
// Cooperative groups: tiles of a warp, cg::reduce, and a group handed down to a device function as template parameter.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <class Group>
__device__ void addTo(const Group& group, float* target, float value)
{
    const float total = cg::reduce(group, value, cg::plus<float>{});
    if (group.thread_rank() == 0) atomicAdd(target, total);
}

__global__ void reduceWithGroups(const float* __restrict__ in, float* out, int n)
{
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    __shared__ float blockSum;
    if (block.thread_rank() == 0) blockSum = 0.0f;
    block.sync();

    const int gridStride = gridDim.x * block.size();
    float sum = 0.0f;
    const int quads = n / 4;
    for (int q = block.group_index().x * block.size() + block.thread_rank(); q < quads; q += gridStride)
    {
        const auto [x, y, z, w] = reinterpret_cast<const float4*>(in)[q];
        sum += (x + y) + (z + w);
    }
    if (block.group_index().x == 0 && block.thread_rank() < n % 4) sum += in[quads * 4 + block.thread_rank()];

    addTo(warp, &blockSum, sum);
    block.sync();
    const float mine = blockSum;
    if (block.thread_rank() == 0) atomicAdd(out, mine);
}

extern "C" void solve(const float* input, float* output, int N)
{
    cudaMemset(output, 0, sizeof(float));
    reduceWithGroups<<<264, 512>>>(input, output, N);
}
