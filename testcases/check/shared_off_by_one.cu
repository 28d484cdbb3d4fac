// exam: problem=vector-addition verdict=runtime-error finding=illegal-access
// exam: emulated says "out-of-bounds write at the first byte past the end of the __shared__ variable sums (1,024 bytes)"
// exam: emulated says "sums has 256 elements: this is sums[256]"
// A shared array one element too short for the index that is used. Here the block's shared memory ends: a GPU faults.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    __shared__ float sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x + 1] = i < N ? A[i] + B[i] : 0.0f;  // exam: here
    __syncthreads();
    if (i < N) C[i] = sums[threadIdx.x + 1];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
