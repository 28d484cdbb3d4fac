// exam: problem=matrix-transpose verdict=runtime-error cases=extra
// exam: says "the launch"
// A block per row, the rows along y: 65,537 of them are more than a grid has there.
#include <cuda_runtime.h>

__global__ void naive(const float* in, float* out, int rows, int cols) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x < cols) out[(size_t)x * rows + y] = in[(size_t)y * cols + x];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 threads(256);
    dim3 blocks((cols + threads.x - 1) / threads.x, rows);
    naive<<<blocks, threads>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
