// exam: problem=vector-addition verdict=runtime-error finding=illegal-access
// exam: emulated says "past the end of the launch's dynamic shared memory (256 bytes)"
// The third argument of <<<>>> counts bytes, not elements.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    extern __shared__ float sums[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < N ? A[i] + B[i] : 0.0f;  // exam: here
    __syncthreads();
    if (i < N) C[i] = sums[threadIdx.x];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
