// exam: problem=prefix-sum verdict=runtime-error
// exam: says "the launch"
// ceil(N / 1024) divides integers first: below 1024 elements the grid has no block.
#include <cuda_runtime.h>
#include <math.h>

__global__ void local_scan(const float *in, float *out, float *sums, int n)
{
    __shared__ float s[1024];
    int i = blockIdx.x * 1024 + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    for (int d = 1; d < 1024; d *= 2) {
        __syncthreads();
        float t = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += t;
    }
    if (i < n) out[i] = s[threadIdx.x];
    if (threadIdx.x == 1023) sums[blockIdx.x] = s[1023];
}

__global__ void add_sums(float *out, const float *sums, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    float before = 0;
    for (int b = 0; b < blockIdx.x; b++) before += sums[b];
    if (i < n) out[i] += before;
}

extern "C" void solve(const float* input, float* output, int N)
{
    int blocks = ceil(N / 1024);
    float *sums;
    cudaMalloc(&sums, (blocks + 1) * sizeof(float));
    local_scan<<<blocks, 1024>>>(input, output, sums, N);
    add_sums<<<blocks, 1024>>>(output, sums, N);
    cudaFree(sums);
}
