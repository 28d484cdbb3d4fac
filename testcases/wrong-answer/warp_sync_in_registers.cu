// exam: problem=reduction verdict=wrong-answer
// exam: emulated says "__syncwarp()"
// The last warp without barriers and without volatile: nvcc keeps each lane's sum in a register and stores it once, so no
// lane sees what another one added.
// (Emulated where g++ is the only compiler, it is accepted with the finding: decision 14.)

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 128; step > 32; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t < 32)
        for (int step = 32; step > 0; step /= 2) part[t] += part[t + step];
    if (t == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
