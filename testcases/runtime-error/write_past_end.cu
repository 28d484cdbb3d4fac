// exam: problem=vector-addition verdict=runtime-error
// exam: says "out-of-bounds write to C["
// exam: says "past the end of C"
// Writes one element past C. Only where N is a multiple of 4, so that the access leaves the last 16 bytes too.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (i == N - 1 && N % 4 == 0)
        C[N] = 0.0f;  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
