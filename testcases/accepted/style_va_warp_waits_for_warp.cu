// exam: problem=vector-addition verdict=accepted
// One warp waits for a volatile shared flag that the other sets.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N)
{
    __shared__ volatile int ready;
    __shared__ volatile float s[32];
    int lane = threadIdx.x & 31, i = blockIdx.x * 32 + lane;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        while (ready == 0) {}
        __threadfence_block();
        if (i < N) C[i] = s[lane] + B[i];
    } else {
        s[lane] = i < N ? A[i] : 0;
        __threadfence_block();
        __syncwarp();
        if (lane == 0) ready = 1;
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 31) / 32, 64>>>(A, B, C, N); }
