// exam: problem=vector-addition verdict=accepted only=cuda
// One function for both sides that asks __CUDA_ARCH__ which side it is on.
#include <cuda_runtime.h>

__host__ __device__ inline int side()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}

__global__ void add(const float* A, const float* B, float* C, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && side() == 1) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    if (side() == 2) add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
