// exam: problem=vector-addition verdict=compile-error
// std::swap() is a function of the host.
#include <cuda_runtime.h>
#include <utility>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = 1, q = 2; std::swap(p, q); if (p < q) return;  // exam: here
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
