// exam: problem=vector-addition verdict=compile-error
// The function that is launched is no kernel.
#include <cuda_runtime.h>

void prepare(int) {}

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    prepare<<<1, 1>>>(N);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
