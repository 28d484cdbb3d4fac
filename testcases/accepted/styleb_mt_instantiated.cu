// exam: problem=matrix-transpose verdict=accepted
// Explicit instantiations, a full specialisation for vectors of one row or column, and tags that choose between them.
#include <cuda_runtime.h>

namespace tags {
struct tiled {};
struct straight {};
}  // namespace tags

template <class Tag, class T, int Dim = 32, int Rows = Dim / 4>
__global__ void transpose(T* out, const T* in, const int width, const int height);

template <>
__global__ void transpose<tags::straight, float, 32, 8>(float* out, const float* in, const int width, const int height) {
    const long long i = blockIdx.x * 256LL + threadIdx.y * 32 + threadIdx.x;
    if (i < 1LL * width * height) out[i] = in[i];
}

template <class Tag, class T, int Dim, int Rows>
__global__ void transpose(T* out, const T* in, const int width, const int height) {
    __shared__ T tile[Dim][Dim + 1];
    int x = blockIdx.x * Dim + threadIdx.x, y = blockIdx.y * Dim + threadIdx.y;
    for (int j = 0; j < Dim; j += Rows)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * Dim + threadIdx.x;
    y = blockIdx.x * Dim + threadIdx.y;
    for (int j = 0; j < Dim; j += Rows)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template __global__ void transpose<tags::tiled, float>(float*, const float*, const int, const int);
template __global__ void transpose<tags::tiled, double, 16>(double*, const double*, const int, const int);

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const dim3 block(32, 8);
    if (rows == 1 || cols == 1)
        transpose<tags::straight, float><<<(rows * cols + 255) / 256, block>>>(output, input, cols, rows);
    else
        transpose<tags::tiled, float><<<dim3((cols + 31) / 32, (rows + 31) / 32), block>>>(output, input, cols, rows);
}
