// exam: problem=prefix-sum verdict=wrong-answer
#include <cuda_runtime.h>

// Kogge-Stone scan, chapter 11 of the book
#define SECTION 1024

__global__ void koggeStone(const float* X, float* Y, float* S, unsigned int N)
{
    __shared__ float XY[SECTION];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = 0.0f;
    if (i < N) XY[threadIdx.x] = X[i];

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (threadIdx.x >= stride)
            XY[threadIdx.x] += XY[threadIdx.x - stride];
    }
    if (i < N) Y[i] = XY[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) S[blockIdx.x] = XY[SECTION - 1];
}

__global__ void carry(float* S, int m)
{
    // few block sums: one thread is enough
    float run = 0.0f;
    for (int k = 0; k < m; ++k) {
        float t = S[k];
        S[k] = run;
        run += t;
    }
}

__global__ void addCarry(float* Y, const float* S, unsigned int N)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) Y[i] += S[blockIdx.x];
}

extern "C" void solve(const float* input, float* output, int N)
{
    int blocks = (N + SECTION - 1) / SECTION;
    float* S;
    cudaMalloc(&S, blocks * sizeof(float));
    koggeStone<<<blocks, SECTION>>>(input, output, S, N);
    carry<<<1, 1>>>(S, blocks);
    addCarry<<<blocks, SECTION>>>(output, S, N);
    cudaDeviceSynchronize();
    cudaFree(S);
}
