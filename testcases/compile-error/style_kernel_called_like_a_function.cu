// exam: problem=matrix-transpose verdict=compile-error
// Forgot the chevrons.
#include <cuda_runtime.h>

__global__ void transpose(const float* in, float* out, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 threads(16, 16), blocks((cols + 15) / 16, (rows + 15) / 16);
    transpose(input, output, rows, cols);
    cudaDeviceSynchronize();
}
