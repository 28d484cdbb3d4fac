// exam: problem=prefix-sum verdict=accepted
// Hillis-Steele in every block (double buffered), then the same for the block sums, level by level.
#include <cuda_runtime.h>
#include <vector>

#define BS 1024

__global__ void scanBlocks(const float *src, float *dst, float *sums, int count)
{
    __shared__ float buf[2][BS];
    int me = threadIdx.x, g = blockIdx.x * BS + me;
    int from = 0, to = 1;
    buf[from][me] = g < count ? src[g] : 0.0f;
    __syncthreads();
    for (int dist = 1; dist < BS; dist <<= 1) {
        buf[to][me] = buf[from][me] + (me >= dist ? buf[from][me - dist] : 0.0f);
        int swap = from; from = to; to = swap;
        __syncthreads();
    }
    if (g < count) dst[g] = buf[from][me];
    if (sums && me == BS - 1) sums[blockIdx.x] = buf[from][me];
}

__global__ void addOffsets(float *dst, const float *sums, int count)
{
    __shared__ float off;
    if (blockIdx.x == 0) return;                 // the first block has nothing before it
    if (threadIdx.x == 0) off = sums[blockIdx.x - 1];
    __syncthreads();
    float mine = off;
    int g = blockIdx.x * BS + threadIdx.x;
    if (g < count) dst[g] += mine;
}

struct Level { float *sums; int blocks; };

static void scanLevel(const float *src, float *dst, int count, std::vector<Level> &pool, size_t depth)
{
    int blocks = (count + BS - 1) / BS;
    if (blocks == 1) {
        scanBlocks<<<1, BS>>>(src, dst, nullptr, count);
        return;
    }
    if (pool.size() <= depth) pool.push_back(Level{nullptr, 0});
    if (pool[depth].blocks < blocks) {
        cudaFree(pool[depth].sums);
        cudaMalloc(&pool[depth].sums, blocks * sizeof(float));
        pool[depth].blocks = blocks;
    }
    float *sums = pool[depth].sums;
    scanBlocks<<<blocks, BS>>>(src, dst, sums, count);
    scanLevel(sums, sums, blocks, pool, depth + 1);      // in place: a block reads its part before it writes it
    addOffsets<<<blocks, BS>>>(dst, sums, count);
}

extern "C" void solve(const float* input, float* output, int N)
{
    static std::vector<Level> pool;
    scanLevel(input, output, N, pool, 0);
}
