// exam: problem=prefix-sum verdict=wrong-answer
// Work-efficient scan; the scan over the blocks' sums takes as many elements as there are blocks, a power of two or not.
#include <cuda_runtime.h>
#include <assert.h>

#define ELEMS 2048  // per block

__global__ void prescan(float *g_odata, const float *g_idata, float *sums, int len, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int base = blockIdx.x * n;
    int offset = 1;

    temp[2 * thid] = base + 2 * thid < len ? g_idata[base + 2 * thid] : 0;
    temp[2 * thid + 1] = base + 2 * thid + 1 < len ? g_idata[base + 2 * thid + 1] : 0;

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) {
        if (sums) sums[blockIdx.x] = temp[n - 1];
        temp[n - 1] = 0;
    }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    if (base + 2 * thid < len) g_odata[base + 2 * thid] = temp[2 * thid];
    if (base + 2 * thid + 1 < len) g_odata[base + 2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void finish(float *out, const float *in, const float *sums, int len)
{
    int base = blockIdx.x * ELEMS;
    for (int i = base + threadIdx.x; i < base + ELEMS && i < len; i += blockDim.x)
        out[i] += in[i] + sums[blockIdx.x];  // exclusive to inclusive
}

extern "C" void solve(const float *input, float *output, int N)
{
    int blocks = (N + ELEMS - 1) / ELEMS;
    float *sums;
    cudaMalloc((void **)&sums, (blocks + 1) * sizeof(float));
    prescan<<<blocks, ELEMS / 2, ELEMS * sizeof(float)>>>(output, input, sums, N, ELEMS);
    int n = blocks + (blocks & 1);  // two elements per thread
    prescan<<<1, n / 2, n * sizeof(float)>>>(sums, sums, nullptr, blocks, n);
    finish<<<blocks, 256>>>(output, input, sums, N);
    cudaFree(sums);
}
