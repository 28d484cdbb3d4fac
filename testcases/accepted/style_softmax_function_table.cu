// exam: problem=softmax verdict=accepted
// Tables of function pointers in __device__ and __constant__ memory; one kernel for both reductions, with double partials.
#include <cuda_runtime.h>
#include <cmath>

typedef double (*binary_t)(double, double);
typedef double (*unary_t)(float, double);

__device__ double op_max(double a, double b) { return a > b ? a : b; }
__device__ double op_sum(double a, double b) { return a + b; }
__device__ double take_it(float x, double) { return x; }
__device__ double take_exp(float x, double m) { return expf(x - (float)m); }

__device__ binary_t combine[2] = { op_max, op_sum };
__device__ unary_t  prepare[]  = { take_it, take_exp };
__constant__ double neutral[2] = { -1e300, 0.0 };
__device__ double result[2];

__device__ void Fold(int what, const float *x, int n)
{
    extern __shared__ double sm[];
    binary_t f = combine[what];
    double a = neutral[what];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a = (*f)(a, prepare[what](x[i], result[0]));
    sm[threadIdx.x] = a;
    int w = blockDim.x;
    while ((w >>= 1) > 0) {
        __syncthreads();
        if (threadIdx.x < w) sm[threadIdx.x] = f(sm[threadIdx.x], sm[threadIdx.x + w]);
    }
    __syncthreads();
    if (threadIdx.x == 0) result[what] = sm[0];
    __syncthreads();
}

__global__ void Both(const float *x, int n)
{
    for (int what = 0; what != 2; ++what) Fold(what, x, n);
}

__global__ void Scale(const float *x, float *y, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    y[i] = (float)(prepare[1](x[i], result[0]) / result[1]);
}

extern "C" void solve(const float* input, float* output, int N)
{
    Both<<<1, 512, 512 * sizeof(double)>>>(input, N);
    Scale<<<(N + 127) >> 7, 1 << 7>>>(input, output, N);
}
