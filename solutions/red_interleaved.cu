// Each block adds up 256 elements in shared memory, in a tree: at each step every second of the elements that are
// left takes in its neighbour. The blocks' sums are added up in the same way, until one is left.
// Costs: the threads at work are 2, 4, 8, ... apart, so every warp runs at every step with most of its lanes idle,
// the remainder is a slow operation, and of each block's loads only one is ever in flight.
// Expect: the slowest tree; the ladder's foot.
// judge: rung 1

#include <cuda_runtime.h>

constexpr int block_size = 256;
constexpr int elements_per_block = block_size;
constexpr int most_elements = 1 << 27;

// The sums of a pass's blocks, one pass behind the other.
__device__ float block_sums[most_elements / elements_per_block / 250 * 256];

__global__ void reduce(const float* in, float* out, int n) {
    __shared__ float sums[block_size];
    int i = blockIdx.x * block_size + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < block_size; step *= 2) {
        if (threadIdx.x % (2 * step) == 0) sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" void solve(const float* input, float* output, int N) {
    float* scratch;
    cudaGetSymbolAddress(reinterpret_cast<void**>(&scratch), block_sums);
    const float* from = input;
    for (int n = N, blocks = 0; blocks != 1; n = blocks) {
        blocks = (n + elements_per_block - 1) / elements_per_block;
        float* to = blocks == 1 ? output : scratch;
        reduce<<<blocks, block_size>>>(from, to, n);
        from = to;
        scratch += blocks;
    }
}
