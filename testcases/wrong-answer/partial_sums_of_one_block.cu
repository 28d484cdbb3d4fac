// exam: problem=dot-product verdict=wrong-answer size=full sample=no
// The second kernel adds one partial sum for each thread of a single block: with more than 1024 blocks the rest is lost.
#include <cuda_runtime.h>

__device__ void add_up(float* s) {
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    }
}

__global__ void multiply(const float* A, const float* B, float* partial, int N) {
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x] = i < N ? A[i] * B[i] : 0.0f;
    add_up(s);
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

__global__ void add(const float* partial, float* result, int count) {
    __shared__ float s[1024];
    s[threadIdx.x] = threadIdx.x < count ? partial[threadIdx.x] : 0.0f;
    add_up(s);
    if (threadIdx.x == 0) *result = s[0];
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
    int blocks = (N + 255) / 256;
    float* partial;
    cudaMalloc(&partial, blocks * sizeof(float));
    multiply<<<blocks, 256>>>(A, B, partial, N);
    add<<<1, 1024>>>(partial, result, blocks);
    cudaFree(partial);
}
