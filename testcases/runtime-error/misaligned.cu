// exam: problem=vector-addition verdict=runtime-error only=cuda
// exam: says "cudaErrorMisalignedAddress"
// Reads a float4 from an address that is no multiple of 16.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 a = *reinterpret_cast<const float4*>(A + 1 + i % 3);
    C[i] = a.x + a.y + a.z + a.w + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
