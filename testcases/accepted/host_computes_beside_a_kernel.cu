// exam: problem=vector-addition verdict=accepted only=emulated size=small
// exam: says "memory is used by two operations without an order"
// Host code changes managed memory beside a kernel that it has not waited for. The verdict is the same in each run, and the finding names both.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* sums;
    cudaMallocManaged(&sums, N * sizeof(float));
    add<<<(N + 255) / 256, 256>>>(A, B, sums, N);
    volatile float* const seen = sums;
    for (int i = 0; i < N; ++i) seen[i] = seen[i] + 0.0f;
    cudaMemcpy(C, sums, N * sizeof(float), cudaMemcpyDefault);
    cudaFree(sums);
}
