// exam: problem=vector-addition verdict=accepted finding=illegal-access
// exam: emulated says "accepted, 1 finding"
// Reads the right neighbour of the last element, and does not use it.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float right = A[i + 1];  // exam: here
    C[i] = right == 12345.678f && N < 0 ? right : A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
