// exam: problem=interleave-arrays verdict=accepted timed=no
// A launch that fails at full size, and that the answer does not need.
#include <cuda_runtime.h>

__global__ void touch(const float* A, float* sum, int N) {
    const int i = threadIdx.x * 256;
    if (i < N && A[i] > 1e30f) *sum = A[i];
}
__global__ void weave(const float* A, const float* B, float* output, int N) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    output[2 * i] = A[i];
    output[2 * i + 1] = B[i];
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    float* sum = nullptr;
    cudaMalloc(&sum, sizeof(float));
    touch<<<1, (N + 255) / 256>>>(A, sum, N);
    weave<<<(N + 255) / 256, 256>>>(A, B, output, N);
    cudaFree(sum);
}
