// exam: problem=interleave-arrays verdict=runtime-error timed=no size=full
// exam: says "exit(3)"
// The same, by an attempt that looks at errors.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(3);
}

__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    weave<<<256, (N + 255) / 256>>>(A, B, output, N);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}
