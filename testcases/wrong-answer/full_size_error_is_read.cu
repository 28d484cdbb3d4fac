// exam: problem=interleave-arrays verdict=wrong-answer timed=no
// exam: emulated says "the launch weave<<<"
// It asks for the last error and does nothing about it: no error is left, and nothing is written.
#include <cuda_runtime.h>
#include <cstdio>

__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    weave<<<256, (N + 255) / 256>>>(A, B, output, N);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
}
