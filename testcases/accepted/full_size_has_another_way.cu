// exam: problem=interleave-arrays verdict=accepted timed=no
// What one block can have is done by one; where that launch fails, another kernel is there.
#include <cuda_runtime.h>

__global__ void by_thread(const float* A, const float* B, float* output, int N) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        output[2 * i] = A[i];
        output[2 * i + 1] = B[i];
    }
}
__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    by_thread<<<1, (N + 511) / 512>>>(A, B, output, N);
    if (cudaGetLastError() != cudaSuccess) weave<<<(N + 255) / 256, 256>>>(A, B, output, N);
    cudaDeviceSynchronize();
}
