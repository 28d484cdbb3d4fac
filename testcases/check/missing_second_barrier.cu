// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// The next tile overwrites the shared one before all have read it.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float tile[256];
    float mine = 0.0f;
    for (int first = blockIdx.x * 512; first < blockIdx.x * 512 + 512; first += 256) {
        int i = first + threadIdx.x;
        tile[threadIdx.x] = i < N ? input[i] : 0.0f;  // exam: here
        __syncthreads();
        mine += tile[255 - threadIdx.x];
    }
    atomicAdd(output, mine);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 511) / 512, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
