// exam: problem=parallel-merge verdict=wrong-answer
// The merge is right but runs from the largest to the smallest.
#include <cuda_runtime.h>

__global__ void place(const float* from, const float* other, float* C, int n, int n_other, bool ties_first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int before = 0;
    for (int j = 0; j < n_other; j++) before += other[j] < from[i] || (!ties_first && other[j] == from[i]);
    C[n + n_other - 1 - i - before] = from[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N) {
    place<<<(M + 255) / 256, 256>>>(A, B, C, M, N, true);
    place<<<(N + 255) / 256, 256>>>(B, A, C, N, M, false);
}
