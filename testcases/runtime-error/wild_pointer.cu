// exam: problem=vector-addition verdict=runtime-error
// exam: cuda says "cudaErrorIllegalAddress"
// Reads at an address where nothing is, far from every buffer.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const volatile float* wild = reinterpret_cast<const volatile float*>(0x123456789000ull);
    if (i < N)
        C[i] = *wild;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
