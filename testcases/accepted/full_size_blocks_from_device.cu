// exam: problem=interleave-arrays verdict=accepted timed=no
// How the second kernel is launched is what the first one says. Nobody knows it who does not run that: here zero, which would be
// a block of too many threads.
#include <cuda_runtime.h>

__global__ void plan(int* threads, int N) { *threads = 256; }
__global__ void weave(const float* A, const float* B, float* output, int N) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        output[2 * i] = A[i];
        output[2 * i + 1] = B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    int *on_device = nullptr, threads = 0;
    cudaMalloc(&on_device, sizeof(int));
    plan<<<1, 1>>>(on_device, N);
    cudaMemcpy(&threads, on_device, sizeof(int), cudaMemcpyDeviceToHost);
    weave<<<(N + 255) / 256, threads > 0 ? threads : 4096>>>(A, B, output, N);
    cudaFree(on_device);
}
