// exam: problem=stream-compaction verdict=wrong-answer
// Keeps what is not negative, zeros as well.
#include <cuda_runtime.h>

__global__ void compact(const float* A, int n, float* out) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (A[i] >= 0) out[kept++] = A[i];
}

extern "C" void solve(const float* A, int N, float* out) { compact<<<1, 1>>>(A, N, out); }
