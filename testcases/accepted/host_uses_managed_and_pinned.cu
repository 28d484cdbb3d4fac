// exam: problem=vector-addition verdict=accepted
// Host code reads and writes managed and page-locked memory, which both sides reach.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* sums, int* count, const int* limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= *limit) return;
    sums[i] = A[i] + B[i];
    atomicAdd(count, 1);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* sums;
    int *count, *limit;
    cudaMallocManaged(&sums, N * sizeof(float));
    cudaMallocManaged(&count, sizeof(int));
    cudaMallocHost(&limit, sizeof(int));
    *count = 0;
    *limit = N;
    add<<<(N + 255) / 256, 256>>>(A, B, sums, count, limit);
    cudaDeviceSynchronize();
    sums[0] = sums[0] * 1.0f;
    if (*count == N) cudaMemcpy(C, sums, N * sizeof(float), cudaMemcpyDefault);
    cudaFree(sums);
    cudaFree(count);
    cudaFreeHost(limit);
}
