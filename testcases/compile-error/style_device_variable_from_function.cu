// exam: problem=vector-addition verdict=compile-error only=cuda
// A __device__ variable whose value has to be computed at the start of the program.
#include <cuda_runtime.h>

int one() { return 1; }
__device__ int start = one();

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (start < 0) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
