// exam: problem=vector-addition verdict=compile-error
// std::vector is for the host.
#include <cuda_runtime.h>
#include <vector>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    std::vector<float> v(3); if (v.size() != 3) return;  // exam: here
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
