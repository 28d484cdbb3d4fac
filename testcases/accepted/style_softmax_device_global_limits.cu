// exam: problem=softmax verdict=accepted
// Constants copied from __device__ globals that the kernel itself changes: a const copy keeps what was there when it was made.
#include <cuda_runtime.h>
#include <math_constants.h>

__device__ float g_max, g_sum;
__device__ int g_round;
__device__ float g_partial[32];

__device__ float allmax(float v) { for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d)); return v; }
__device__ float allsum(float v) { for (int d = 16; d; d /= 2) v = v + __shfl_xor_sync(~0u, v, d); return v; }

// one block of 1024
__global__ void stats(const float* __restrict__ x, int n)
{
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0) g_round = 0;
    __syncthreads();
    while (g_round < 2) {
        const int round = g_round;
        const float top = g_max;
        const float start = round == 0 ? -CUDART_INF_F : 0.0f;
        __syncthreads();
        float v = start;
        for (int i = threadIdx.x; i < n; i += 1024) v = round == 0 ? fmaxf(v, x[i]) : v + expf(x[i] - top);
        v = round == 0 ? allmax(v) : allsum(v);
        if (lane == 0) g_partial[warp] = v;
        __syncthreads();
        if (warp == 0) {
            v = ((volatile float*)g_partial)[lane];
            v = round ? allsum(v) : allmax(v);
            if (lane == 0) {
                *(round ? &g_sum : &g_max) = v;
                ++g_round;
            }
        }
        __syncthreads();
    }
}

__global__ void scale(const float* __restrict__ x, float* __restrict__ y, int n)
{
    const float m = g_max, s = g_sum;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = expf(x[i] - m) / s;
}

extern "C" void solve(const float* input, float* output, int N)
{
    stats<<<1, 1024>>>(input, N);
    scale<<<(N + 255) / 256, 256>>>(input, output, N);
}
