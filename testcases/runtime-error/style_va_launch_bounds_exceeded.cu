// exam: problem=vector-addition verdict=runtime-error
// exam: says "the launch"
// The kernel promises at most 128 threads a block, and is launched with 256.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) add(const float* A, const float* B, float* C, int N)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    const int threads = 256;
    add<<<(N + threads - 1) / threads, threads>>>(A, B, C, N);
}
