// exam: problem=reduction verdict=accepted,wrong-answer finding=race
// exam: emulated says "__threadfence()"
// The counter says that the parts are written before they are sure to be seen.

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
        is_last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        float total = 0.0f;
        for (unsigned k = 0; k < gridDim.x; k++) total += parts[k];  // exam: here
        *output = total;
        finished = 0;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = N < 256 ? 2 : (N + 255) / 256;
    float* parts;
    cudaMalloc(&parts, blocks * sizeof(float));
    sum<<<blocks, 256>>>(input, output, parts, N);
    cudaDeviceSynchronize();
    cudaFree(parts);
}
