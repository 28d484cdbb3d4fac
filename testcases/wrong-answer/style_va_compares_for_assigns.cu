// exam: problem=vector-addition verdict=wrong-answer
// == for =.
#include <cuda_runtime.h>

__global__ void VecAdd(const float* A, const float* B, float* C, int N)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < N)
        C[i] == A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    int threadsPerBlock = 256;
    int blocksPerGrid = (N + threadsPerBlock - 1) / threadsPerBlock;
    VecAdd<<<blocksPerGrid, threadsPerBlock>>>(A, B, C, N);
}
