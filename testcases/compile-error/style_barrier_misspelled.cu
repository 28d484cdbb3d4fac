// exam: problem=matrix-transpose verdict=compile-error
// exam: says "__syncthread"
// __syncthread() for __syncthreads().
#include <cuda_runtime.h>

__global__ void transpose(const float* in, float* out, int rows, int cols) {
    __shared__ float t[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < cols && y < rows) t[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthread();  // exam: here
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (x < rows && y < cols) out[y * rows + x] = t[threadIdx.x][threadIdx.y];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    transpose<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(input, output, rows, cols);
}
