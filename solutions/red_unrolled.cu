// As red_first_add, but the last 64 elements are added by one warp without a barrier of the block.
// Gains: six barriers fewer. The lanes of a warp do not run in step by themselves since Volta: each step needs
// __syncwarp(), once between reading and once between writing. The old way, volatile and no barrier, is a race.
// Expect: a few percent.
// judge: rung 5

#include <cuda_runtime.h>

constexpr int block_size = 256;
constexpr int elements_per_block = 2 * block_size;
constexpr int most_elements = 1 << 27;

// The sums of a pass's blocks, one pass behind the other.
__device__ float block_sums[most_elements / elements_per_block / 250 * 256];

__global__ void reduce(const float* in, float* out, int n) {
    __shared__ float sums[block_size];
    int i = blockIdx.x * elements_per_block + threadIdx.x;
    float first = i < n ? in[i] : 0.0f;
    float second = i + block_size < n ? in[i + block_size] : 0.0f;
    sums[threadIdx.x] = first + second;
    __syncthreads();
    for (int width = block_size / 2; width > 32; width /= 2) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        float sum = sums[threadIdx.x] + sums[threadIdx.x + 32];
#pragma unroll
        for (int width = 16; width > 0; width /= 2) {
            sums[threadIdx.x] = sum;
            __syncwarp();
            sum += sums[threadIdx.x + width];
            __syncwarp();
        }
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
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
