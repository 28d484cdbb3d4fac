// exam: problem=vector-addition verdict=accepted
// Unsigned indices in braces of ints, doubles in braces of floats: nvcc warns, and goes on.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N)
{
    int2 where{blockIdx.x, threadIdx.x};
    float4 weight = {1.0, 1.0, 0.0, where.y * 0.0};
    int i = where.x * (int)blockDim.x + where.y;
    if (i < N) C[i] = weight.x * A[i] + weight.y * B[i];
    if (weight.w != weight.z) C[i] = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
