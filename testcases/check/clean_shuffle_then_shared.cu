// exam: problem=reduction verdict=accepted finding=none
// Lanes hand shared values to each other behind a shuffle and a vote.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    if (__any_sync(0xffffffffu, i < N)) {
        float mine = part[t ^ 1] + part[t];
        for (int step = 16; step > 1; step /= 2) mine += __shfl_down_sync(0xffffffffu, mine, step);
        if (t % 32 == 0) atomicAdd(output, mine);
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
