// exam: problem=parallel-merge verdict=wrong-answer
// Writes B behind A, which is a merge only where all of A lies before all of B.
#include <cuda_runtime.h>

extern "C" void solve(const float* A, const float* B, float* C, int M, int N) {
    cudaMemcpy(C, A, M * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(C + M, B, N * sizeof(float), cudaMemcpyDeviceToDevice);
}
