// exam: problem=matrix-transpose verdict=accepted
// The tile is a class template in shared memory with methods that hold the barriers; blocks run along a persistent loop.
#include <cuda_runtime.h>

template <typename Element, int Side>
class Tile {
    Element cell_[Side][Side + 1];
    int row_, col_;
    bool last_;

public:
    __device__ bool choose(int number, int down, int across) {
        __syncthreads();  // nobody needs the one before any more
        if (threadIdx.x + threadIdx.y == 0) {
            row_ = number / across * Side;
            col_ = number % across * Side;
            last_ = number >= down * across;
        }
        __syncthreads();
        return !last_;
    }
    __device__ void load(const Element* from, int rows, int cols) {
        for (int r = threadIdx.y; r < Side; r += blockDim.y)
            if (row_ + r < rows && col_ + int(threadIdx.x) < cols)
                cell_[r][threadIdx.x] = from[size_t(row_ + r) * cols + col_ + threadIdx.x];
        __syncthreads();
    }
    __device__ void store(Element* to, int rows, int cols) const {
        for (int c = threadIdx.y; c < Side; c += blockDim.y)
            if (col_ + c < cols && row_ + int(threadIdx.x) < rows)
                to[size_t(col_ + c) * rows + row_ + threadIdx.x] = cell_[threadIdx.x][c];
    }
};

template <typename Element, int Side>
__global__ void transpose(const Element* in, Element* out, int rows, int cols) {
    __shared__ Tile<Element, Side> tile;
    const int down = (rows + Side - 1) / Side, across = (cols + Side - 1) / Side;
    for (int n = blockIdx.x; tile.choose(n, down, across); n += gridDim.x) {
        tile.load(in, rows, cols);
        tile.store(out, rows, cols);
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    if (rows < 16 || cols < 16)
        transpose<float, 8><<<200, dim3(8, 4)>>>(input, output, rows, cols);
    else
        transpose<float, 32><<<1000, dim3(32, 8)>>>(input, output, rows, cols);
}
