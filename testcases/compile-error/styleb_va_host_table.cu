// exam: problem=vector-addition verdict=compile-error
// A constexpr table at namespace scope is the host's: a kernel may use its values, not index it at run time.
#include <cuda_runtime.h>

constexpr int kOffsets[4] = {0, 1, 2, 3};

__global__ void add(const float* A, const float* B, float* C, int N) {
    const int base = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 4; ++k) {
        const int i = base + kOffsets[(k + threadIdx.x) % 4];
        if (i < N) C[i] = A[i] + B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 1023) / 1024, 256>>>(A, B, C, N);
}
