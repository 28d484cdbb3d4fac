// exam: problem=reduction verdict=accepted
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void zero_acc(double* acc) { *acc = 0.0; }

template <unsigned Tile>
__global__ void tile_sums(const float* __restrict__ in, double* acc, int n)
{
    __shared__ double partial[2];
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<Tile>(block);
    const auto grid = cg::this_grid();

    if (block.thread_rank() < 2) partial[block.thread_rank()] = 0.0;
    cg::sync(block);

    double sum = 0.0;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
        sum += static_cast<double>(in[i]);
    sum = cg::reduce(tile, sum, cg::plus<double>());
    if (tile.thread_rank() == 0)
        atomicAdd(&partial[tile.meta_group_rank() & 1], sum);
    block.sync();
    if (block.thread_rank() == block.size() - 1) {
        const double both = partial[0] + partial[1];
        atomicAdd(acc, both);
    }
}

__global__ void narrow_result(const double* acc, float* out) { out[0] = static_cast<float>(acc[0]); }

extern "C" void solve(const float* input, float* output, int N)
{
    static double* acc = [] {
        double* p = nullptr;
        cudaMalloc(&p, sizeof *p);
        return p;
    }();
    zero_acc<<<1, 1>>>(acc);
    const int grid = N < 400 ? 1 : N / 400 > 900 ? 900 : N / 400;
    tile_sums<16><<<grid, 416>>>(input, acc, N);
    narrow_result<<<1, 1>>>(acc, output);
}
