// exam: problem=softmax verdict=accepted
// C with globals: biggest and total are __shared__ scalars at file scope that helpers write and read.
#include <cuda_runtime.h>
#include <math.h>
#include <float.h>

#define NT 1024
__shared__ float scratch[NT];
__shared__ float biggest, total;

__device__ void put_biggest(void)
{
    int step;
    for (step = NT / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            scratch[threadIdx.x] = fmaxf(scratch[threadIdx.x], scratch[threadIdx.x + step]);
    }
    if (threadIdx.x == 0)
        biggest = scratch[0];
    __syncthreads();
}

__device__ void put_total(void)
{
    int step;
    for (step = NT / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            scratch[threadIdx.x] = scratch[threadIdx.x] + scratch[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        total = scratch[0];
    __syncthreads();
}

__global__ void softmax(const float *in, float *out, int n)
{
    int i;
    float best = -FLT_MAX, sum = 0;

    for (i = threadIdx.x; i < n; i += NT)
        if (in[i] > best) best = in[i];
    scratch[threadIdx.x] = best;
    put_biggest();

    for (i = threadIdx.x; i < n; i += NT)
        sum += expf(in[i] - biggest);
    scratch[threadIdx.x] = sum;
    put_total();

    for (i = threadIdx.x; i < n; i += NT)
        out[i] = expf(in[i] - biggest) / total;
}

extern "C" void solve(const float* input, float* output, int N)
{
    softmax<<<1, NT>>>(input, output, N);
    cudaDeviceSynchronize();
}
