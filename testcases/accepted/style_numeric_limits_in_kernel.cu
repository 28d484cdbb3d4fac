// exam: problem=vector-addition verdict=accepted
// std::numeric_limits<int>::max() is a constexpr function of the host: taken by --expt-relaxed-constexpr.
#include <cuda_runtime.h>
#include <limits>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > std::numeric_limits<int>::max() - 1) return;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
