// exam: problem=interleave-arrays verdict=wrong-answer
// Works on pairs of neighbours; with an odd N, the last element of each vector is left out.

#include <cuda_runtime.h>

__global__ void interleave(const float* A, const float* B, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    ((float4*)output)[i] = make_float4(A[2 * i], B[2 * i], A[2 * i + 1], B[2 * i + 1]);
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    interleave<<<(N + 255) / 256, 256>>>(A, B, output, N);
}
