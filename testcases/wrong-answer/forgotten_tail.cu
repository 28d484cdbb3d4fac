// exam: problem=vector-addition verdict=wrong-answer
// exam: says "the last"
// exam: says "never written"
// Covers whole blocks of 256 only (and everything where there is less than one): the tail is never written.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N <= 256)
        add<<<1, 256>>>(A, B, C, N);
    else
        add<<<N / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
