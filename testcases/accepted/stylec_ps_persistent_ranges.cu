// exam: problem=prefix-sum verdict=accepted
// 264 blocks with a contiguous range each: sum the range, scan the 264 sums, scan the range.
#include <cuda_runtime.h>

#define NB 264
#define NT 512
#define WARPS (NT / 32)
#define UP(v, d) { float u_ = __shfl_up_sync(0xffffffffu, v, d); if ((threadIdx.x & 31) >= d) v += u_; }
#define WARP_SCAN(v) UP(v, 1) UP(v, 2) UP(v, 4) UP(v, 8) UP(v, 16)

static __device__ float range_sum[NB];
static __device__ float range_before[NB];

// Inclusive scan over the block; the total comes back in `total`.
__device__ float block_scan(float v, float &total)
{
    __shared__ float ws[WARPS];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    __syncthreads();  // ws may still be in use by the last call
    WARP_SCAN(v);
    if (lane == 31) ws[w] = v;
    __syncthreads();
    float add = 0, all = 0;
    for (int i = 0; i < WARPS; ++i) {
        add += i < w ? ws[i] : 0;
        all += ws[i];
    }
    total = all;
    return v + add;
}

__device__ void my_range(int n, int &from, int &to)
{
    int tiles = (n + NT - 1) / NT;
    int per = (tiles + NB - 1) / NB * NT;
    from = min((long long)blockIdx.x * per, (long long)n);
    to = min((long long)from + per, (long long)n);
}

__global__ void sums(const float *in, int n)
{
    int from, to;
    my_range(n, from, to);
    float s = 0, total;
    for (int i = from + threadIdx.x; i < to; i += NT) s += in[i];
    block_scan(s, total);
    if (threadIdx.x == 0) range_sum[blockIdx.x] = total;
}

__global__ void middle()
{
    float total, v = threadIdx.x < NB ? range_sum[threadIdx.x] : 0;
    float inc = block_scan(v, total);
    if (threadIdx.x < NB) range_before[threadIdx.x] = inc - v;
}

__global__ void scan_ranges(const float *in, float *out, int n)
{
    int from, to;
    my_range(n, from, to);
    float carry = range_before[blockIdx.x];
    for (int base = from; base < to; base += NT) {
        int i = base + threadIdx.x;
        float total;
        float v = block_scan(i < to ? in[i] : 0.0f, total);
        if (i < to) out[i] = carry + v;
        carry += total;
    }
}

extern "C" void solve(const float *input, float *output, int N)
{
    sums<<<NB, NT>>>(input, N);
    middle<<<1, NT>>>();
    scan_ranges<<<NB, NT>>>(input, output, N);
}
