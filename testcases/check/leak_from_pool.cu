// exam: problem=vector-addition verdict=accepted finding=leak
// Memory of a pool, asked for by the pool, that is never freed.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    float* scratch;
    cudaMallocFromPoolAsync((void**)&scratch, 1024, pool, 0);  // exam: here
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
