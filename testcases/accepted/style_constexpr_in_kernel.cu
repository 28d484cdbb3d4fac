// exam: problem=vector-addition verdict=accepted
// A constexpr function without __device__, with numbers of run time: taken by --expt-relaxed-constexpr.
#include <cuda_runtime.h>

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (ceil_div(i, N) > 1 << 20) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
