// exam: problem=vector-addition verdict=memory-limit
// exam: says "device memory"
// Takes device memory a GiB at a time until there is no more, and keeps it.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    for (int k = 0; k < 256; k++) {
        void* block = nullptr;
        if (cudaMalloc(&block, size_t{1} << 30) != cudaSuccess) break;
    }
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
