// exam: problem=softmax verdict=time-limit size=full
// One kernel with a grid barrier of its own. At N = 499,999 there are 1,954 blocks, and not all are resident.
#include <cuda_runtime.h>

#define NT 256

__device__ volatile unsigned arrived;
__device__ float block_max[4096];
__device__ float block_sum[4096];

__device__ void grid_sync(unsigned goal) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd((unsigned*)&arrived, 1);
        while (arrived < goal)
            ;
        __threadfence();
    }
    __syncthreads();
}

__device__ float reduce_block(float v, bool is_max) {
    __shared__ float s[NT];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = NT / 2; k; k >>= 1) {
        if (threadIdx.x < k) {
            float a = s[threadIdx.x], b = s[threadIdx.x + k];
            s[threadIdx.x] = is_max ? fmaxf(a, b) : a + b;
        }
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}

__global__ void softmax(const float* in, float* out, int n) {
    int i = blockIdx.x * NT + threadIdx.x;
    float x = i < n ? in[i] : -INFINITY;

    float m = reduce_block(x, true);
    if (threadIdx.x == 0) block_max[blockIdx.x] = m;
    grid_sync(gridDim.x);
    m = -INFINITY;
    for (int b = threadIdx.x; b < gridDim.x; b += NT) m = fmaxf(m, block_max[b]);
    m = reduce_block(m, true);

    float e = expf(x - m);
    float sum = reduce_block(e, false);
    if (threadIdx.x == 0) block_sum[blockIdx.x] = sum;
    grid_sync(2 * gridDim.x);
    sum = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += NT) sum += block_sum[b];
    sum = reduce_block(sum, false);
    if (i < n) out[i] = e / sum;
}

extern "C" void solve(const float* input, float* output, int N) {
    unsigned zero = 0;
    cudaMemcpyToSymbol(arrived, &zero, sizeof(zero));
    softmax<<<(N + NT - 1) / NT, NT>>>(input, output, N);
    cudaDeviceSynchronize();
}
