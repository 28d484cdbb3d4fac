// exam: problem=matrix-transpose verdict=runtime-error cases=extra
// A row of blocks for each row of the matrix: grid.y ends at 65,535.
#include <cuda_runtime.h>

using uint = unsigned int;

struct Extent { uint rows, cols; };

template <class T>
__global__ void turn(const T* __restrict__ in, T* __restrict__ out, const Extent extent)
{
    const uint column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= extent.cols) return;
    const uint row = blockIdx.y;
    out[column * extent.rows + row] = in[row * extent.cols + column];
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    const Extent extent{static_cast<uint>(rows), static_cast<uint>(cols)};
    const dim3 grid{(extent.cols + 127) / 128, extent.rows};
    turn<<<grid, 128>>>(input, output, extent);
}
