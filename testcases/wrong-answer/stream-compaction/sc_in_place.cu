// exam: problem=stream-compaction verdict=wrong-answer
// Zeros what is not kept, and leaves everything where it was.
#include <cuda_runtime.h>

__global__ void compact(const float* A, int n, float* out) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[i] = A[i] > 0 ? A[i] : 0.0f;
}

extern "C" void solve(const float* A, int N, float* out) { compact<<<(N + 255) / 256, 256>>>(A, N, out); }
