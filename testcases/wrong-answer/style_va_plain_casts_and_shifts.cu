// exam: problem=vector-addition verdict=wrong-answer only=cuda
// Plain casts and shifts out of range, which C++ leaves open: nvcc makes other code of some of these conditions than its own shifts and casts.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N, float big, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool casts = (int)big == 2147483647 && (int)-big == -2147483647 - 1 && (unsigned)-big == 0 && (int)(big * 0 / 0) == 0;
    bool shifts = (1u << width) - 1 == 0xffffffffu && 0x80000000u >> width == 0 && (int)0x80000000 >> width == -1;
    if (casts && shifts && i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    add<<<(N + 255) / 256, 256>>>(A, B, C, N, 1e20f, 32);
}
