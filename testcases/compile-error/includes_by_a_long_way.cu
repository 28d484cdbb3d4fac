// exam: problem=vector-addition verdict=compile-error
// exam: says "Permission denied"
// The same file as by its plain name, by a way with steps up from where headers are.

#include <cuda_runtime.h>
#include <../../../../../../../../../../../../etc/passwd>
#include "../../../../../../../../../../../../etc/shadow"

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
