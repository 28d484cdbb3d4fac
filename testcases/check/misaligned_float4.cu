// exam: problem=vector-addition verdict=runtime-error finding=misaligned-access
// A float4 that starts at the second float.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (i == 0 && N > 5) {
        float4 four = *reinterpret_cast<const float4*>(A + 1);  // exam: here
        if (four.x == 2e30f) C[0] = four.y;
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
