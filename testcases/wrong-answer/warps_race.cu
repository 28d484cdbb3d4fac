// exam: problem=reduction verdict=wrong-answer
// exam: emulated says "race in shared memory"
// No barrier between any two steps: lanes in lockstep do not help where warps hand on sums.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    for (int step = blockDim.x / 2; step > 0; step >>= 1)
        if (t < step) part[t] += part[t + step];
    if (t == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 1023) / 1024, 1024, 1024 * sizeof(float)>>>(input, output, N);
    cudaDeviceSynchronize();
}
