// exam: problem=matrix-copy verdict=wrong-answer
// cudaMemcpy() counts bytes: a quarter of the matrix is copied.

#include <cuda_runtime.h>

extern "C" void solve(const float* A, float* B, int N) { cudaMemcpy(B, A, N * N, cudaMemcpyDeviceToDevice); }
