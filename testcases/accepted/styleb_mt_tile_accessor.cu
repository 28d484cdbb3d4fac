// exam: problem=matrix-transpose verdict=accepted
// Shared memory behind a class: operator()(row, column), padding as a template parameter, methods with barriers.
#include <cuda_runtime.h>

template <class T, int Rows, int Cols, int Pad = 1>
class SharedTile {
    static constexpr int pitch = Cols + Pad;

public:
    struct Memory { T cells[Rows * pitch]; };
    __device__ SharedTile(Memory& memory) : cells_(memory.cells) {}
    __device__ T& operator()(int r, int c) { return cells_[r * pitch + c]; }
    __device__ const T& operator()(int r, int c) const { return cells_[r * pitch + c]; }

    template <class View>
    __device__ void load(const View& from, int row0, int col0) {
        for (int r = threadIdx.y; r < Rows; r += blockDim.y)
            if (from.contains(row0 + r, col0 + threadIdx.x)) (*this)(r, threadIdx.x) = from(row0 + r, col0 + threadIdx.x);
        __syncthreads();
    }
    template <class View>
    __device__ void store_turned(const View& to, int row0, int col0) const {
        for (int r = threadIdx.y; r < Cols; r += blockDim.y)
            if (to.contains(row0 + r, col0 + threadIdx.x)) to(row0 + r, col0 + threadIdx.x) = (*this)(threadIdx.x, r);
    }

private:
    T* cells_;
};

template <class T>
struct MatrixView {
    T* p;
    int rows, cols;
    __device__ bool contains(int r, int c) const { return r < rows && c < cols; }
    __device__ T& operator()(int r, int c) const { return p[static_cast<size_t>(r) * cols + c]; }
};

template <int Side>
__global__ void turn(MatrixView<const float> in, MatrixView<float> out) {
    using Tile = SharedTile<float, Side, Side>;
    __shared__ typename Tile::Memory memory;
    Tile tile(memory);
    const int tiles_across = (in.cols + Side - 1) / Side;
    const int row = blockIdx.x / tiles_across * Side, col = blockIdx.x % tiles_across * Side;
    tile.load(in, row, col);
    tile.store_turned(out, col, row);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const int blocks = ((rows + 31) / 32) * ((cols + 31) / 32);
    turn<32><<<blocks, dim3(32, 8)>>>({input, rows, cols}, {output, cols, rows});
}
