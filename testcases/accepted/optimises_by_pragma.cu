// exam: problem=vector-addition verdict=accepted timed=no size=small
// Flags that a source may set by itself: they change its own code alone.

#include <cuda_runtime.h>
#pragma GCC optimize("O0")
#pragma GCC diagnostic ignored "-Wall"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
