// exam: problem=vector-addition verdict=compile-error
// Two tables of 40,000 bytes: all __constant__ memory of a file is 65,536.
#include <cuda_runtime.h>

__constant__ float offsets[10000];
__constant__ float scales[10000];

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (offsets[i & 3] != 0 || scales[i & 3] != 0) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
