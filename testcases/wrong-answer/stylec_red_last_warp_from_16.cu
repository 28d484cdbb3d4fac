// exam: problem=reduction verdict=wrong-answer
#include <cuda_runtime.h>

#define THREADS 256

__device__ void warp_reduce(volatile float *sm, int t)
{
    sm[t] += sm[t + 16];
    sm[t] += sm[t + 8];
    sm[t] += sm[t + 4];
    sm[t] += sm[t + 2];
    sm[t] += sm[t + 1];
}

__global__ void sum_kernel(const float *x, float *y, int n)
{
    __shared__ float sm[THREADS];
    int t = threadIdx.x;
    float acc = 0;
    for (int i = blockIdx.x * THREADS + t; i < n; i += gridDim.x * THREADS)
        acc += x[i];
    sm[t] = acc;
    __syncthreads();

    for (int s = THREADS / 2; s > 32; s /= 2) {
        if (t < s)
            sm[t] += sm[t + s];
        __syncthreads();
    }
    if (t < 32)
        warp_reduce(sm, t);
    if (t == 0)
        atomicAdd(y, sm[0]);
}

extern "C" void solve(const float *input, float *output, int N)
{
    int blocks = (N + THREADS - 1) / THREADS;
    sum_kernel<<<blocks < 1056 ? blocks : 1056, THREADS>>>(input, output, N);
}
