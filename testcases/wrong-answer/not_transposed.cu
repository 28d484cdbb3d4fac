// exam: problem=matrix-transpose verdict=wrong-answer
// exam: says "output["
// Copies the matrix as it is.

#include <cuda_runtime.h>

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    cudaMemcpy(output, input, sizeof(float) * rows * cols, cudaMemcpyDeviceToDevice);
}
