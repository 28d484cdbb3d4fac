// exam: problem=reduction verdict=accepted finding=none
// Two tiles in turn: one barrier for each is enough.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float tile[2][256];
    float mine = 0.0f;
    for (int k = 0; k < 8; k++) {
        int i = (blockIdx.x * 8 + k) * 256 + threadIdx.x;
        tile[k % 2][threadIdx.x] = i < N ? input[i] : 0.0f;
        __syncthreads();
        mine += tile[k % 2][255 - threadIdx.x];
    }
    for (int step = 16; step > 0; step /= 2) mine += __shfl_down_sync(0xffffffffu, mine, step);
    if (threadIdx.x % 32 == 0) atomicAdd(output, mine);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 2047) / 2048, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
