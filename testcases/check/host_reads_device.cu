// exam: problem=vector-addition verdict=runtime-error finding=host-access
// The host looks at the first element itself. A GPU's memory is not there for it.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (*static_cast<const volatile float*>(A) == 12345.678f) return;  // exam: here
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
