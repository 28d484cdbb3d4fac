// exam: problem=vector-addition verdict=wrong-answer,runtime-error
// exam: emulated verdict=runtime-error
// Its kernel can't be launched for large sizes, with 2,048 threads; the answer of the size before is still in memory of its own, and is
// what it copies.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    static float* kept = nullptr;
    if (!kept && cudaMalloc(&kept, 30'000'000 * sizeof(float)) != cudaSuccess) return;
    add<<<(N + 255) / 256, N < 1000 ? 256 : 2048>>>(A, B, kept, N);
    cudaMemcpy(C, kept, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
