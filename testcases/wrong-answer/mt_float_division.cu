// exam: problem=matrix-transpose verdict=wrong-answer size=full
// exam: says "large"
// Rows come from a division in float, which is exact for small matrices and not for 42 million elements.

#include <cuda_runtime.h>

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    int row = static_cast<int>(__fdiv_rn(static_cast<float>(i), static_cast<float>(cols)));
    int col = i - row * cols;
    if (col < 0 || col >= cols) return;
    output[col * rows + row] = input[i];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    transpose<<<(rows * cols + 255) / 256, 256>>>(input, output, rows, cols);
}
