// exam: problem=reduction verdict=wrong-answer,accepted finding=race
// exam: emulated verdict=wrong-answer
// A step of the scan reads what another thread of the same step overwrites.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    sums[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        if (t >= step) sums[t] += sums[t - step];  // exam: here
        __syncthreads();
    }
    if (t == 255) atomicAdd(output, sums[t]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
