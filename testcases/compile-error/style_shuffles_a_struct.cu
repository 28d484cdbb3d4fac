// exam: problem=vector-addition verdict=compile-error only=cuda
// Shuffles take numbers, no structs.
#include <cuda_runtime.h>

struct Pair { float a, b; };

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair p = {1, 2}; p = __shfl_sync(0xffffffff, p, 0); if (p.a > p.b) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
