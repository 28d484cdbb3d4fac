// exam: problem=matrix-transpose verdict=accepted
#include <cuda_runtime.h>

// No padding: the column is XORed with the row, so both directions are free of bank conflicts.
template <int DIM>
struct SwizzledTile {
    static_assert((DIM & (DIM - 1)) == 0, "power of two");
    float data[DIM * DIM];
    __device__ __forceinline__ float& at(int r, int c) { return data[r * DIM + (c ^ (r & (DIM - 1)))]; }
};

template <int DIM, int STEP>
__global__ void kernel(const float* in, float* out, int rows, int cols)
{
    __shared__ SwizzledTile<DIM> tile;
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    const float* p = in + (long long)y * cols + x;
    for (int j = 0; j < DIM; j += STEP, p += (long long)STEP * cols)
        if (x < cols && y + j < rows)
            tile.at(threadIdx.y + j, threadIdx.x) = *p;
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    float* q = out + (long long)y * rows + x;
    for (int j = 0; j < DIM; j += STEP, q += (long long)STEP * rows)
        if (x < rows && y + j < cols)
            *q = tile.at(threadIdx.x, threadIdx.y + j);
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    enum { DIM = 32, STEP = 4 };
    dim3 grid((unsigned)(cols + DIM - 1) / DIM, (unsigned)(rows + DIM - 1) / DIM, 1);
    kernel<DIM, STEP><<<grid, dim3(DIM, STEP)>>>(input, output, rows, cols);
}
