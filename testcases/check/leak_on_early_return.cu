// exam: problem=vector-addition verdict=accepted finding=leak
// One way out of solve() leaves the buffer behind.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* scratch;
    cudaMalloc(&scratch, N * sizeof(float));  // exam: here
    add<<<(N + 255) / 256, 256>>>(A, B, scratch, N);
    cudaMemcpy(C, scratch, N * sizeof(float), cudaMemcpyDeviceToDevice);
    if (N < 1000) return;
    cudaFree(scratch);
}
