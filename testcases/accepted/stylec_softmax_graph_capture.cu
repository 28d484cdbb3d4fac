// exam: problem=softmax verdict=accepted
// Everything is captured into a graph once per (pointers, N) and replayed.
#include <cuda_runtime.h>
#include <math_constants.h>
#include <stdio.h>

#define OK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { fprintf(stderr, #x ": %s\n", cudaGetErrorString(e)); return; } } while (0)

__device__ float d_max[256];
__device__ double d_sum;

__global__ void partial_max(const float *in, int n)
{
    __shared__ float s[256];
    float best = -CUDART_INF_F;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) best = fmaxf(best, in[i]);
    s[threadIdx.x] = best;
    int active = 256;
    while (true) {
        active >>= 1;
        if (active == 0) break;
        __syncthreads();
        if (threadIdx.x < active) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + active]);
    }
    if (threadIdx.x == 0) d_max[blockIdx.x] = s[0];
    if (blockIdx.x == 0 && threadIdx.x == 32) d_sum = 0.0;
}

__device__ float whole_max(int parts)
{
    __shared__ int bits;               // order-preserving code of a float
    if (threadIdx.x == 0) bits = 0x80000000;
    __syncthreads();
    if (threadIdx.x < parts) {
        int b = __float_as_int(d_max[threadIdx.x]);
        b = b >= 0 ? b : b ^ 0x7fffffff;
        atomicMax(&bits, b);
    }
    __syncthreads();
    int b = bits;
    return __int_as_float(b >= 0 ? b : b ^ 0x7fffffff);
}

__global__ void exp_and_sum(const float *in, float *out, int n, int parts)
{
    __shared__ double warp_sum[8];
    const float m = whole_max(parts);
    double acc = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        acc += out[i] = expf(in[i] - m);
    for (int o = 16; o; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = acc;
    __syncthreads();
    if (threadIdx.x) return;
    for (int w = 1; w < 8; ++w) acc += warp_sum[w];
    atomicAdd(&d_sum, acc);
}

__global__ void normalise(float *out, int n)
{
    const double total = d_sum;
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = (float)(out[i] / total);
}

extern "C" void solve(const float* input, float* output, int N)
{
    static cudaGraphExec_t exec = nullptr;
    static struct Key { const float *in; float *out; int n; } key = {nullptr, nullptr, 0};
    if (!exec || key.in != input || key.out != output || key.n != N) {
        if (exec) { OK(cudaDeviceSynchronize()); cudaGraphExecDestroy(exec); exec = nullptr; }
        cudaStream_t s;
        cudaGraph_t graph;
        OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
        int all = (N + 255) / 256, parts = all < 256 ? all : 256;
        partial_max<<<parts, 256, 0, s>>>(input, N);
        exp_and_sum<<<parts, 256, 0, s>>>(input, output, N, parts);
        normalise<<<all, 256, 0, s>>>(output, N);
        OK(cudaStreamEndCapture(s, &graph));
        OK(cudaGraphInstantiate(&exec, graph, 0));
        cudaGraphDestroy(graph);
        cudaStreamDestroy(s);
        key = Key{input, output, N};
    }
    OK(cudaGraphLaunch(exec, 0));
}
