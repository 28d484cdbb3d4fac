// exam: problem=reduction verdict=accepted
// Persistent blocks that draw chunks from a counter. What the block knows lies in one shared struct of an array and
// scalars, which every thread copies after the barrier.
#include <cuda_runtime.h>

struct Block {
    float lane_sum[8];
    int begin, end;
    bool more;
    float total;
};

__device__ int next_chunk;
__device__ double grand_total;
__device__ int blocks_done;

__global__ void reset() { next_chunk = 0; grand_total = 0.0; blocks_done = 0; }

__global__ void __launch_bounds__(256) sum_chunks(const float* x, float* y, int n, int chunk) {
    __shared__ Block b;
    if (threadIdx.x == 0) b.total = 0;

    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            int c = atomicAdd(&next_chunk, 1);
            b.more = (long long)c * chunk < n;
            b.begin = b.more ? c * chunk : n;
            b.end = n - b.begin < chunk ? n : b.begin + chunk;
        }
        __syncthreads();
        const Block now = b;
        if (!now.more) break;

        float v = 0;
        for (int i = now.begin + (int)threadIdx.x; i < now.end; i += blockDim.x) v += x[i];
        for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
        if (threadIdx.x % 32 == 0) b.lane_sum[threadIdx.x / 32] = v;
        __syncthreads();
        if (threadIdx.x == 0)
            for (float s : b.lane_sum) b.total += s;
    }

    if (threadIdx.x == 0) {
        atomicAdd(&grand_total, (double)b.total);
        __threadfence();
        if (atomicAdd(&blocks_done, 1) == gridDim.x - 1) *y = (float)atomicAdd(&grand_total, 0.0);
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    reset<<<1, 1>>>();
    sum_chunks<<<96, 256>>>(input, output, N, N > (1 << 24) ? 1 << 16 : 2048);
}
