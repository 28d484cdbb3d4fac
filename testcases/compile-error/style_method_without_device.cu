// exam: problem=vector-addition verdict=compile-error only=cuda
// A struct in a kernel whose method lacks __device__.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    struct Index { int x; int get() const { return x; } } index = {i}; if (index.get() < 0) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
