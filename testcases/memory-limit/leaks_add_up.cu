// exam: problem=vector-addition verdict=memory-limit
// exam: only=emulated
// exam: emulated says "device memory is host memory, and what calls of solve() do not free adds up"
// exam: emulated says "call cudaFree() at the end of solve()"
// 8 MiB of device memory in each call, which no call frees. A GPU has room for more of them.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* scratch;
    cudaMalloc(&scratch, 8 << 20);
    cudaMemset(scratch, 1, 8 << 20);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
