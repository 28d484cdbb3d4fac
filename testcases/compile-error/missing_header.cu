// exam: problem=vector-addition verdict=compile-error
// exam: says "part of CUDA or of C++? Of other headers only those beside the attempt are found"
// exam: says "my_private_helpers.h"
// Includes a file that is not there.

#include <cuda_runtime.h>
#include "my_private_helpers.h"  // exam: here

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
