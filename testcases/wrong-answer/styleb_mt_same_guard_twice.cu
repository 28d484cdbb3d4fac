// exam: problem=matrix-transpose verdict=wrong-answer
// The guard of the way in is used on the way out as well, where rows and columns have changed places.
#include <cuda_runtime.h>

constexpr int T = 16;

struct Guard {
    int width, height;
    __device__ explicit operator bool() const { return x() < width && y() < height; }
    __device__ static int x() { return blockIdx.x * T + threadIdx.x; }
    __device__ static int y() { return blockIdx.y * T + threadIdx.y; }
};

__global__ void transpose(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[T][T + 1];
    const Guard guard{cols, rows};
    tile[threadIdx.y][threadIdx.x] = guard ? in[Guard::y() * cols + Guard::x()] : 0.0f;
    __syncthreads();
    const int x = blockIdx.y * T + threadIdx.x, y = blockIdx.x * T + threadIdx.y;
    if (guard && x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    transpose<<<dim3((cols + T - 1) / T, (rows + T - 1) / T), dim3(T, T)>>>(input, output, rows, cols);
}
