// exam: problem=interleave-arrays verdict=accepted timed=no
// The same kernel again, with fewer threads, until one launch succeeds: only where there is much to do.
#include <cuda_runtime.h>

__global__ void weave(const float* A, const float* B, float* output, int N) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        output[2 * i] = A[i];
        output[2 * i + 1] = B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    int threads = (N + 511) / 512;
    weave<<<512, threads>>>(A, B, output, N);
    if (N > 1000000)
        for (; cudaGetLastError() != cudaSuccess; weave<<<512, threads>>>(A, B, output, N)) threads /= 2;
    cudaDeviceSynchronize();
}
