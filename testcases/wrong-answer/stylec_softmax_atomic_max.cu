// exam: problem=softmax verdict=wrong-answer cases=extra
#include <cuda_runtime.h>

// atomicMax has no float version, but the bits of floats compare like ints
__device__ static float atomicMaxFloat(float* addr, float value)
{
    return __int_as_float(atomicMax((int*)addr, __float_as_int(value)));
}

__global__ void kMax(const float* in, float* gmax, int n)
{
    extern __shared__ float sh[];
    float& top = sh[0];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) top = -3.0e38f;
    __syncthreads();
    if (i < n) atomicMaxFloat(&top, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicMaxFloat(gmax, top);
}

__global__ void kExpSum(const float* in, float* out, const float* gmax, float* gsum, int n)
{
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0;
    if (i < n) out[i] = e = expf(in[i] - *gmax);
    for (int k = 16; k > 0; k >>= 1) e += __shfl_xor_sync(~0u, e, k);
    if ((threadIdx.x & 31) == 0) atomicAdd(&sum, e);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(gsum, sum);
}

__global__ void kDiv(float* out, const float* gsum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] /= *gsum;
}

extern "C" void solve(const float* input, float* output, int N)
{
    float* g;                                  // [0] = max, [1] = sum
    cudaMalloc(&g, 2 * sizeof(float));
    cudaMemset(g, 0, 2 * sizeof(float));
    int t = 512, b = (N + t - 1) / t;
    kMax<<<b, t, sizeof(float)>>>(input, g, N);
    kExpSum<<<b, t>>>(input, output, g, g + 1, N);
    kDiv<<<b, t>>>(output, g + 1, N);
    cudaDeviceSynchronize();
    cudaFree(g);
}
