// exam: problem=softmax verdict=accepted
#include <cuda_runtime.h>
#include <float.h>

__device__ float d_max;
__device__ float d_sum;

__device__ float atomicMaxFloat(float* addr, float value) {
    int* address_as_i = (int*)addr;
    int old = *address_as_i, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(address_as_i, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void findMax(const float* in, int n) {
    __shared__ float m;
    if (threadIdx.x == 0) m = -FLT_MAX;
    __syncthreads();
    float mine = -FLT_MAX;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine = fmaxf(mine, in[i]);
    for (int o = 16; o; o >>= 1) mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, o));
    if ((threadIdx.x & 31) == 0) atomicMaxFloat(&m, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicMaxFloat(&d_max, m);
}

__global__ void findSum(const float* in, float* out, int n) {
    float m = d_max, mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float e = expf(in[i] - m);
        out[i] = e;
        mine += e;
    }
    for (int o = 16; o; o >>= 1) mine += __shfl_xor_sync(0xffffffff, mine, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(&d_sum, mine);
}

__global__ void divide(float* out, int n) {
    float inv = 1.0f / d_sum;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] *= inv;
}

extern "C" void solve(const float* input, float* output, int N) {
    float lowest = -FLT_MAX, *sum;
    cudaMemcpyToSymbol(d_max, &lowest, sizeof lowest);
    cudaGetSymbolAddress((void**)&sum, d_sum);
    cudaMemsetAsync(sum, 0, sizeof *sum);
    int block = 256, grid = (N + block * 4 - 1) / (block * 4);
    findMax<<<grid, block>>>(input, N);
    findSum<<<grid, block>>>(input, output, N);
    divide<<<grid, block>>>(output, N);
}
