// exam: problem=vector-addition verdict=runtime-error,wrong-answer
// Asks for more shared memory than there is, reads no error, and returns: whatever the output holds is to be right.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    tile[threadIdx.x] = A[i];
    C[i] = tile[threadIdx.x] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256, 1 << 20>>>(A, B, C, N);
}
