// exam: problem=vector-addition verdict=runtime-error
// exam: says "out-of-bounds write to C[-1]"
// Writes one element before C where other memory of the judge shares the page.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (i == 0 && N % 1024 != 0) C[-1] = 0.0f;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
