// exam: problem=vector-addition verdict=runtime-error
// exam: says "exit(0)"
// Ends the process from a constructor, before anyone has called solve().

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

__attribute__((constructor)) static void leave() { exit(0); }

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
