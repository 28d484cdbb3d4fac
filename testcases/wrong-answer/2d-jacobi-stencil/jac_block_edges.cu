// exam: problem=2d-jacobi-stencil verdict=wrong-answer
// A tile in shared memory without a rim: at its edges the neighbours are missing and count as zero.
#include <cuda_runtime.h>

__global__ void sweep(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    bool there = x < cols && y < rows;
    tile[ty][tx] = there ? in[(size_t)y * cols + x] : 0;
    __syncthreads();
    if (!there) return;
    float mean = ((ty > 0 ? tile[ty - 1][tx] : 0) + (ty < 15 ? tile[ty + 1][tx] : 0) + (tx > 0 ? tile[ty][tx - 1] : 0) +
                  (tx < 15 ? tile[ty][tx + 1] : 0)) / 4;
    bool inside = x > 0 && x < cols - 1 && y > 0 && y < rows - 1;
    out[(size_t)y * cols + x] = inside ? mean : tile[ty][tx];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    sweep<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(input, output, rows, cols);
}
