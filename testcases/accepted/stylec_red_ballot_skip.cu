// exam: problem=reduction verdict=accepted
// Skips warps that hold nothing but zeros (sparse data is common in our lab), with votes.
#include <cuda_runtime.h>

__device__ __forceinline__ float lanesum(float v, unsigned mask, int lane)
{
    // only the lanes in mask have something; gather by the leader
    float total = 0.f;
    while (mask) {
        int src = __ffs(mask) - 1;
        total += __shfl_sync(0xffffffff, v, src);
        mask &= mask - 1;
    }
    return lane == 0 ? total : 0.f;
}

__global__ void sparse_sum(const float *x, float *y, int n)
{
    __shared__ float acc;
    __shared__ int used;
    if (threadIdx.x == 0) { acc = 0.f; used = 0; }
    __syncthreads();
    const int lane = threadIdx.x & 31;
    float mine = 0.f;
    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        float v = i < n ? x[i] : 0.f;
        if (!__any_sync(~0u, v != 0.f)) continue;
        unsigned m = __ballot_sync(~0u, v != 0.f);
        mine += __popc(m) < 4 ? lanesum(v, m, lane) : v;
    }
    const unsigned live = __ballot_sync(~0u, mine != 0.f);
    if (live != 0) {
        for (int o = 1; o < 32; o <<= 1)
            mine += (o & 1) ? __shfl_xor_sync(~0u, mine, 1) : __shfl_xor_sync(~0u, mine, o);
        if (lane == 0) {
            atomicAdd(&acc, mine);
            atomicOr(&used, 1);
        }
    }
    int any = __syncthreads_or(live != 0);
    const float sum = acc;
    if (any && used && threadIdx.x == 0) atomicAdd(y, sum);
}

extern "C" void solve(const float* input, float* output, int N)
{
    int g = (N + 255) / 256;
    sparse_sum<<<g > 528 ? 528 : g, 256>>>(input, output, N);
}
