// exam: problem=reduction verdict=accepted finding=none
// The block that finishes last sets the counter back for the next launch, by a plain store.

#include <cuda_runtime.h>

__device__ unsigned finished = 0;

__global__ void sum(const float* input, float* output, float* parts, int N) {
    __shared__ float part[256];
    __shared__ bool is_last;
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        is_last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    float mine = 0.0f;
    for (unsigned k = t; k < gridDim.x; k += blockDim.x) mine += parts[k];
    part[t] = mine;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) {
        *output = part[0];
        finished = 0;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    float* parts;
    cudaMalloc(&parts, blocks * sizeof(float));
    sum<<<blocks, 256>>>(input, output, parts, N);
    cudaDeviceSynchronize();
    cudaFree(parts);
}
