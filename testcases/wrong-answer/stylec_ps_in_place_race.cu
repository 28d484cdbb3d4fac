// exam: problem=prefix-sum verdict=wrong-answer sample=no
#include <cuda_runtime.h>
#define SECTION_SIZE 1024

__global__ void kogge_stone(const float* X, float* Y, float* S, int N) {
    __shared__ float XY[SECTION_SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0.0f;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] += XY[threadIdx.x - stride];
    }
    if (i < N) Y[i] = XY[threadIdx.x];
    if (S != nullptr && threadIdx.x == blockDim.x - 1) S[blockIdx.x] = XY[threadIdx.x];
}

__global__ void add_sums(float* Y, const float* S, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < N) Y[i] += S[blockIdx.x - 1];
}

static void scan(const float* X, float* Y, int N) {
    int blocks = (N + SECTION_SIZE - 1) / SECTION_SIZE;
    if (blocks == 1) {
        kogge_stone<<<1, SECTION_SIZE>>>(X, Y, nullptr, N);
        return;
    }
    float *S, *T;
    cudaMalloc(&S, blocks * sizeof(float));
    cudaMalloc(&T, blocks * sizeof(float));
    kogge_stone<<<blocks, SECTION_SIZE>>>(X, Y, S, N);
    scan(S, T, blocks);
    add_sums<<<blocks, SECTION_SIZE>>>(Y, T, N);
    cudaFree(S);
    cudaFree(T);
}

extern "C" void solve(const float* input, float* output, int N) {
    scan(input, output, N);
    cudaDeviceSynchronize();
}
