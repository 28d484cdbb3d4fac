// The tree of red_interleaved, but the first threads of the block do the work: thread t adds the pair at 2 * step *
// t.
// Gains: whole warps work or rest, and no remainder is taken.
// Costs: neighbouring lanes are 2, 4, 8, ... elements apart in shared memory, so up to 32 of them want the same bank.
// Expect: clearly faster than red_interleaved all the same.
// judge: rung 2

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
        int at = 2 * step * threadIdx.x;
        if (at < block_size) sums[at] += sums[at + step];
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
