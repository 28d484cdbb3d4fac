// exam: problem=vector-addition verdict=wrong-answer size=full
// exam: says "large"
// The index is a float on its way, which holds no odd number above 16,777,216.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    float place = blockIdx.x * blockDim.x + threadIdx.x;
    int i = static_cast<int>(place);
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
