// exam: problem=vector-addition verdict=accepted timed=no
// Reads a volatile flag in loops that could wait, and that end at once: in a kernel without a barrier, whose last threads leave early.
#include <cuda_runtime.h>

__device__ int flag;

__device__ int when_ready(const volatile int* p) {
    int seen;
    do seen = *p;
    while (seen < 0);
    return seen;
}

__global__ void add(const float* A, const float* B, float* C, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    while (*(volatile int*)&flag < 0) {}
    C[i] = A[i] + B[i] + when_ready(&flag);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
