// exam: problem=reduction verdict=wrong-answer finding=race
// exam: emulated says "__syncwarp()"
// The last warp without barriers, as before Volta.
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
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16];  // exam: here
        part[t] += part[t + 8];
        part[t] += part[t + 4];
        part[t] += part[t + 2];
        part[t] += part[t + 1];
    }
    if (t == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
