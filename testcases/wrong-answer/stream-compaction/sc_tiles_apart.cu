// exam: problem=stream-compaction verdict=wrong-answer
// Compacts each tile of 1024 for itself: the tiles are not joined.
#include <cuda_runtime.h>

__global__ void compact(const float* A, int n, float* out) {
    const int begin = blockIdx.x * 1024;
    int kept = begin;
    for (int i = begin; i < n && i < begin + 1024; i++)
        if (A[i] > 0) out[kept++] = A[i];
}

extern "C" void solve(const float* A, int N, float* out) { compact<<<(N + 1023) / 1024, 1>>>(A, N, out); }
