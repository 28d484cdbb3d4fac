// exam: problem=prefix-sum verdict=accepted
// Brent-Kung: two elements per thread, up the tree and down again; the early return is after the last barrier.
#include <cuda_runtime.h>
#define SEC 512

__global__ void bk(const float* X, float* Y, float* sums, int n)
{
    __shared__ float XY[SEC];
    int i = 2*blockIdx.x*blockDim.x + threadIdx.x;
    if(i < n) XY[threadIdx.x] = X[i]; else XY[threadIdx.x] = 0;
    if(i + blockDim.x < n) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x]; else XY[threadIdx.x + blockDim.x] = 0;

    for(unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1)*2*stride - 1;
        if(index < SEC) {
            XY[index] += XY[index - stride];
        }
    }
    for(int stride = SEC/4; stride > 0; stride /= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1)*stride*2 - 1;
        if(index + stride < SEC) {
            XY[index + stride] += XY[index];
        }
    }
    __syncthreads();
    if(threadIdx.x == 0 && sums) sums[blockIdx.x] = XY[SEC - 1];
    if(i >= n) return;
    Y[i] = XY[threadIdx.x];
    if(i + blockDim.x >= n) return;
    Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

__global__ void addBefore(float* Y, const float* sums, int n)
{
    __shared__ float before;
    if(threadIdx.x == 0) before = blockIdx.x ? sums[blockIdx.x - 1] : 0.f;
    __syncthreads();
    for(int i = blockIdx.x*SEC + threadIdx.x, last = min(n, (int)(blockIdx.x + 1)*SEC); i < last; i += blockDim.x)
        Y[i] += before;
}

extern "C" void solve(const float* input, float* output, int N)
{
    // the levels: how long each is, and where its sums lie
    int length[8], levels = 0;
    float* where[8];
    for(int n = N; ; n = (n + SEC - 1)/SEC) {
        length[levels] = n;
        if(levels == 0) where[0] = output; else cudaMalloc(&where[levels], n*sizeof(float));
        ++levels;
        if(n <= SEC) break;
    }
    for(int l = 0; l < levels; ++l)
        bk<<<(length[l] + SEC - 1)/SEC, SEC/2>>>(l ? where[l] : input, where[l], l + 1 < levels ? where[l + 1] : 0, length[l]);
    for(int l = levels - 2; l >= 0; --l)
        addBefore<<<(length[l] + SEC - 1)/SEC, 128>>>(where[l], where[l + 1], length[l]);
    for(int l = 1; l < levels; ++l) cudaFree(where[l]);
}
