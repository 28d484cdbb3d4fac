// exam: problem=vector-addition verdict=accepted
// One number between the chevrons: nvcc takes the block to be of one thread.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N)
{
    for (int i = blockIdx.x; i < N; i += gridDim.x) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    add<<<N < 4096 ? N : 4096>>>(A, B, C, N);
}
