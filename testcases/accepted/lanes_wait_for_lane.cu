// exam: problem=vector-addition verdict=accepted
// The last lane writes what the others wait for by reading a volatile flag. Since Volta a GPU lets that lane go on.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ volatile float sums[256];
    __shared__ volatile int ready[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, first = blockIdx.x * blockDim.x + warp * 32;
    if (lane == 0) ready[warp] = 0;
    __syncwarp();
    if (lane == 31) {
        for (int k = 0; k < 32; ++k)
            if (first + k < N) sums[warp * 32 + k] = A[first + k] + B[first + k];
        __threadfence_block();
        ready[warp] = 1;
    } else {
        while (ready[warp] == 0) {
        }
    }
    if (first + lane < N) C[first + lane] = sums[t];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
