// exam: problem=vector-addition verdict=compile-error
// exam: says "what_is_this"
// Says that its next line is one of another file: a compiler that quotes the line of an error would quote that.

#include <cuda_runtime.h>
# 1 "/etc/passwd"
what_is_this;
# 2 "/etc/shadow"
what_is_that;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
