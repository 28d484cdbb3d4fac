// exam: problem=prefix-sum verdict=accepted
// Three kernels; the warp's scan is unrolled by recursion over a template parameter, the block's is a struct with state.
#include <cuda_runtime.h>

template <int Step>
__device__ __forceinline__ float warpInclusive(float x, int lane)
{
    if constexpr (Step < 32)
    {
        const float left = __shfl_up_sync(0xFFFFFFFFu, x, Step);
        return warpInclusive<Step * 2>(lane >= Step ? x + left : x, lane);
    }
    else
        return x;
}

template <int THREADS>
struct BlockScan
{
    float warpTotals[THREADS / 32];
    float total;

    __device__ float inclusive(float x)
    {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        x = warpInclusive<1>(x, lane);
        if (lane == 31) warpTotals[warp] = x;
        __syncthreads();
        if (warp == 0)
        {
            float t = lane < THREADS / 32 ? warpTotals[lane] : 0.0f;
            t = warpInclusive<1>(t, lane);
            if (lane < THREADS / 32) warpTotals[lane] = t;
            if (lane == THREADS / 32 - 1) total = t;
        }
        __syncthreads();
        const float before = warp > 0 ? warpTotals[warp - 1] : 0.0f;
        return before + x;
    }
};

template <int THREADS>
__global__ void scanTiles(const float* in, float* out, float* totals, int n)
{
    __shared__ BlockScan<THREADS> scan;
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const float x = scan.inclusive(i < n ? in[i] : 0.0f);
    if (i < n) out[i] = x;
    if (threadIdx.x == 0) totals[blockIdx.x] = scan.total;
}

template <int THREADS>
__global__ void scanTotals(float* totals, int count)
{
    __shared__ BlockScan<THREADS> scan;
    float carry = 0.0f;
    for (int base = 0; base < count; base += THREADS)
    {
        const int i = base + threadIdx.x;
        const float x = scan.inclusive(i < count ? totals[i] : 0.0f);
        if (i < count) totals[i] = carry + x;
        carry += scan.total;
        __syncthreads();
    }
}

template <int THREADS>
__global__ void addTotals(float* out, const float* totals, int n)
{
    const int i = (blockIdx.x + 1) * THREADS + threadIdx.x;
    if (i < n) out[i] += totals[blockIdx.x];
}

extern "C" void solve(const float* input, float* output, int N)
{
    constexpr int T = 512;
    const int tiles = (N + T - 1) / T;
    float* totals = nullptr;
    cudaMalloc(&totals, tiles * sizeof *totals);
    scanTiles<T><<<tiles, T>>>(input, output, totals, N);
    if (tiles > 1)
    {
        scanTotals<1024><<<1, 1024>>>(totals, tiles);
        addTotals<T><<<tiles - 1, T>>>(output, totals, N);
    }
    cudaFree(totals);
}
