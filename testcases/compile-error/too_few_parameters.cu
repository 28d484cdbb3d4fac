// exam: problem=vector-addition verdict=compile-error
// exam: says "3"
// exam: says "4"
// exam: says "A, B, C, N"
// A solve() with three parameters where four are passed.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C) {  // exam: here
    add<<<1, 256>>>(A, B, C);
}
