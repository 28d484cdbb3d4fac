// Each thread counts in a register, four int4 at a time; __reduce_add_sync adds a warp's counts in one instruction; one
// atomic a block.
// Gains: no barrier and no shared memory within the loop, 64 bytes under way in each thread; the time does not depend
// on how often K occurs.
// Costs: a memset before the kernel.
// Expect: the memory's bandwidth.
// judge: rung 2

#include <cuda_runtime.h>

#define BLOCK 256
#define UNROLL 4

static __device__ inline int hits(int4 v, int k) { return (v.x == k) + (v.y == k) + (v.z == k) + (v.w == k); }

static __global__ void __launch_bounds__(BLOCK)
count_kernel(const int* __restrict__ in, int* __restrict__ out, int n, int k)
{
    __shared__ int of_warp[BLOCK / 32];
    const int4* in4 = (const int4*)in;
    const int quads = n / 4;
    const int tile = BLOCK * UNROLL;
    int count = 0;

    for (int begin = blockIdx.x * tile; begin < quads; begin += gridDim.x * tile) {
        int4 v[UNROLL];
        if (begin + tile <= quads) {
#pragma unroll
            for (int u = 0; u < UNROLL; u++) v[u] = __ldcs(in4 + begin + u * BLOCK + threadIdx.x);
#pragma unroll
            for (int u = 0; u < UNROLL; u++) count += hits(v[u], k);
        } else {
            for (int i = begin + threadIdx.x; i < quads; i += BLOCK) count += hits(in4[i], k);
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4) count += in[4 * quads + threadIdx.x] == k;

    count = __reduce_add_sync(0xffffffffu, count);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < BLOCK / 32; w++) sum += of_warp[w];
        if (sum) atomicAdd(out, sum);
    }
}

extern "C" void solve(const int* input, int* output, int N, int K)
{
    int sms = 132;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    int blocks = (N + 4 * BLOCK * UNROLL - 1) / (4 * BLOCK * UNROLL);
    if (blocks > 8 * sms) blocks = 8 * sms;
    cudaMemsetAsync(output, 0, sizeof(int), 0);
    count_kernel<<<blocks, BLOCK>>>(input, output, N, K);
}
