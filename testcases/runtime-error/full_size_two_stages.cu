// exam: problem=interleave-arrays verdict=runtime-error timed=no
// exam: says "the launch stage<<<(1, 97657, 1), (256, 1, 1), 0>>> failed"
// The first of two kernels has its blocks along y, which ends at 65,535. The second one runs on what is not there.
#include <cuda_runtime.h>

__global__ void stage(const float* A, float* copy, int N) {
    const int i = blockIdx.y * blockDim.x + threadIdx.x;
    if (i < N) copy[i] = A[i];
}
__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    float* copy = nullptr;
    cudaMalloc(&copy, N * sizeof(float));
    stage<<<dim3(1, (N + 255) / 256), 256>>>(A, copy, N);
    weave<<<(N + 255) / 256, 256>>>(copy, B, output, N);
    cudaFree(copy);
}
