// exam: problem=vector-addition verdict=accepted
// The last warp of a block adds, the first ones wait for it by a volatile counter and copy.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ volatile float sums[96];
    __shared__ volatile int rounds;
    int t = threadIdx.x;
    if (t == 0) rounds = 0;
    __syncthreads();
    int i = blockIdx.x * 96 + t;
    if (t >= 96) {
        for (int k = 0; k < 3; ++k) {
            int at = blockIdx.x * 96 + k * 32 + t - 96;
            sums[k * 32 + t - 96] = at < N ? A[at] + B[at] : 0.0f;
            __threadfence_block();
            __syncwarp();
            if (t == 96) rounds = k + 1;
        }
        return;
    }
    while (rounds <= t / 32) {
    }
    if (i < N) C[i] = sums[t];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 95) / 96, 128>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
