// exam: problem=reduction verdict=accepted
// threadFenceReduction sample, shortened from memory
#include <cuda_runtime.h>

#define MAX_BLOCKS 512
#define T 256

static __device__ volatile double g_part[MAX_BLOCKS];
static __device__ unsigned int g_ticket = 0;

__device__ double block_sum(double v, double *sh)
{
    const unsigned t = threadIdx.x;
    sh[t] = v;
    __syncthreads();
    for (unsigned s = T >> 1; s; s >>= 1) {
        if (t < s) sh[t] += sh[t + s];
        __syncthreads();
    }
    double r = sh[0];
    __syncthreads();
    return r;
}

__global__ void one_pass(const float *in, float *out, unsigned n)
{
    __shared__ double sh[T];
    __shared__ bool amLast;
    double mine = 0;
    for (size_t i = blockIdx.x * (size_t)T + threadIdx.x; i < n; i += (size_t)T * gridDim.x)
        mine += in[i];
    double total = block_sum(mine, sh);
    if (threadIdx.x == 0) {
        g_part[blockIdx.x] = total;
        __threadfence();
        // atomicInc wraps to 0 by itself after the last block, so no reset is needed
        amLast = atomicInc(&g_ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!amLast) return;

    double rest = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += T) rest += g_part[b];
    rest = block_sum(rest, sh);
    if (!threadIdx.x) *out = (float)rest;
}

extern "C" void solve(const float* input, float* output, int N)
{
    int blocks = (N + T * 8 - 1) / (T * 8);
    if (blocks > MAX_BLOCKS) blocks = MAX_BLOCKS;
    one_pass<<<blocks, T>>>(input, output, N);
}
