// exam: problem=vector-addition verdict=wrong-answer
// exam: says "C["
// Zeros.

#include <cuda_runtime.h>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaMemset(C, 0, N * sizeof(float));
}
