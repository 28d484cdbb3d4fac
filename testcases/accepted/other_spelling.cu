// exam: problem=vector-addition verdict=accepted
// Other parameter names, no const, size_t for int: all the same call.

#include <cstddef>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(float* left, float* right, float* sum, size_t count) {
    if (count >> 32) return;  // the upper half must not be garbage
    int n = static_cast<int>(count);
    add<<<(n + 255) / 256, 256>>>(left, right, sum, n);
    cudaDeviceSynchronize();
}
