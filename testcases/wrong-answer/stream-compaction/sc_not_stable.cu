// exam: problem=stream-compaction verdict=wrong-answer
// Every kept element has a place of its own, but from the last to the first: the order is not that of A.
#include <cuda_runtime.h>

__device__ int next;

__global__ void clear() { next = 0; }

__global__ void compact(const float* A, int n, float* out) {
    for (int i = n - 1; i >= 0; i--)
        if (A[i] > 0) out[next++] = A[i];
}

extern "C" void solve(const float* A, int N, float* out) {
    clear<<<1, 1>>>();
    compact<<<1, 1>>>(A, N, out);
}
