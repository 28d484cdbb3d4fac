// exam: problem=vector-addition verdict=runtime-error
// Throws what is no exception of the library's, from deep inside, with the answer already written.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

static void deep(int levels) {
    if (levels == 0) throw 42;
    deep(levels - 1);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
    deep(100);
}
