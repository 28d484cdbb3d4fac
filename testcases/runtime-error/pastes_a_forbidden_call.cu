// exam: problem=vector-addition verdict=runtime-error
// exam: says "cudaDeviceReset"
// A function that no attempt may call, under a name that is in no line of its source.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

#define JOINED(a, b, c) a##b##c
#define CALL(a, b, c) JOINED(a, b, c)

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
    CALL(cuda, Device, Reset)();
}
