// exam: problem=vector-addition verdict=accepted finding=none
// A launch that fails, is asked about, and done again with fewer threads.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    for (int threads = 2048; threads >= 256; threads /= 2) {
        add<<<(N + threads - 1) / threads, threads>>>(A, B, C, N);
        if (cudaGetLastError() == cudaSuccess) break;
    }
    cudaDeviceSynchronize();
}
