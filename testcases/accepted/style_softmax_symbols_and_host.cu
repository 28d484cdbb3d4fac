// exam: problem=softmax verdict=accepted
// The host reads __device__ globals with cudaMemcpyFromSymbol, works out the maximum, and writes __constant__ ones.
#include <cuda_runtime.h>
#include <algorithm>
#include <vector>
using std::vector;

static const int B = 128;
__device__ float block_max[B], block_sum[B];
__constant__ struct { float max, inv; } par;

__global__ void maxima(const float* x, int n) {
    __shared__ float s[4];
    float m = -INFINITY;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += B * 128) m = max(m, x[i]);
    for (int d : {16, 8, 4, 2, 1}) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) block_max[blockIdx.x] = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
}

__global__ void sums(const float* x, int n) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0.f;
    __syncthreads();
    float v = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += B * 128) v += __expf(x[i] - par.max);
    atomicAdd(&sum, v);
    __syncthreads();
    if (threadIdx.x == 0) block_sum[blockIdx.x] = sum;
}

__global__ void write(const float* x, float* y, int n) {
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += B * 128) y[i] = __expf(x[i] - par.max) * par.inv;
}

extern "C" void solve(const float* input, float* output, int N) {
    vector<float> h(B);
    struct { float max, inv; } p;
    maxima<<<B, 128>>>(input, N);
    cudaMemcpyFromSymbol(h.data(), block_max, B * sizeof(float));
    p.max = *std::max_element(h.begin(), h.end());
    cudaMemcpyToSymbol(par, &p.max, sizeof(float));
    sums<<<B, 128>>>(input, N);
    void* address;
    cudaGetSymbolAddress(&address, block_sum);
    cudaMemcpy(h.data(), address, B * sizeof(float), cudaMemcpyDeviceToHost);
    double total = 0;
    for (float f : h) total += f;
    p.inv = float(1 / total);
    cudaMemcpyToSymbol(par, &p.inv, sizeof(float), sizeof(float));
    write<<<B, 128>>>(input, output, N);
}
