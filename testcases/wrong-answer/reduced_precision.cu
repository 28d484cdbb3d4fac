// exam: problem=vector-addition verdict=wrong-answer
// exam: says "largest error"
// Keeps 10 bits of each mantissa, as half precision does: near, and not near enough.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float a = __int_as_float(__float_as_int(A[i]) & ~0x1fff);
    float b = __int_as_float(__float_as_int(B[i]) & ~0x1fff);
    C[i] = a + b;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
