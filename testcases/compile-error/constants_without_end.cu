// exam: problem=vector-addition verdict=compile-error sample=no
// A loop for the compiler to run: the limit of its steps ends it.

#include <cuda_runtime.h>
constexpr unsigned long turn(unsigned long n) {
    unsigned long sum = 0;
    for (unsigned long i = 0; i < n; i++) sum += i * i;
    return sum;
}
static constexpr unsigned long late = turn(~0ul);

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
