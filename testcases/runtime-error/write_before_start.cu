// exam: problem=vector-addition verdict=runtime-error
// exam: says "out-of-bounds write to C[-1]"
// exam: says "4 bytes before the start of C"
// Writes one element before C. Only where C fills whole pages, so that a guard page comes right before it.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (i == 0 && N % 1024 == 0)
        C[-1] = 0.0f;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
