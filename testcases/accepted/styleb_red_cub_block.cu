// exam: problem=reduction verdict=accepted
// CUB for the block, one atomic a block for the grid.
#include <cub/cub.cuh>
#include <cuda_runtime.h>

template <int BLOCK_THREADS, int ITEMS_PER_THREAD, cub::BlockReduceAlgorithm ALGORITHM = cub::BLOCK_REDUCE_WARP_REDUCTIONS>
__global__ void Sum(const float *d_in, float *d_out, int num_items)
{
    using BlockReduceT = cub::BlockReduce<float, BLOCK_THREADS, ALGORITHM>;
    __shared__ typename BlockReduceT::TempStorage temp_storage;

    float items[ITEMS_PER_THREAD];
    float aggregate = 0;
    const int tile = BLOCK_THREADS * ITEMS_PER_THREAD;
    for (int offset = blockIdx.x * tile; offset < num_items; offset += gridDim.x * tile)
    {
        #pragma unroll
        for (int ITEM = 0; ITEM < ITEMS_PER_THREAD; ++ITEM)
        {
            const int i = offset + ITEM * BLOCK_THREADS + threadIdx.x;
            items[ITEM] = i < num_items ? d_in[i] : 0.0f;
        }
        for (float item : items) aggregate += item;
    }
    aggregate = BlockReduceT(temp_storage).Sum(aggregate);
    if (threadIdx.x == 0) atomicAdd(d_out, aggregate);
}

extern "C" void solve(const float *input, float *output, int N)
{
    cudaMemsetAsync(output, 0, sizeof(float));
    int grid = (N + 1023) / 1024;
    if (grid > 528) grid = 528;
    Sum<256, 4><<<grid, 256>>>(input, output, N);
}
