// exam: problem=vector-addition verdict=memory-limit
// exam: says "device memory"
// Asks for 4 TiB of device memory and gives up when there is none.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* scratch = nullptr;
    if (cudaMalloc(&scratch, size_t{4} << 40) != cudaSuccess) return;
    add<<<(N + 255) / 256, 256>>>(A, B, scratch, N);
    cudaMemcpy(C, scratch, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(scratch);
}
