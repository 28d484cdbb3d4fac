// exam: problem=matrix-multiplication verdict=accepted
// A[i][j] on views whose operator[] gives rows; two shared tiles in one class with load() and multiply().
#include <cuda_runtime.h>

typedef float real;

template <typename T>
class MatrixRef
{
    T* m_data;
    int m_rows, m_cols;

public:
    class RowRef
    {
        T* m_row;
        int m_cols;
    public:
        __device__ RowRef(T* row, int cols) : m_row(row), m_cols(cols) {}
        __device__ T& operator[](int c) const { return m_row[c]; }
        __device__ T getOr(int c, T otherwise) const { return m_row && c < m_cols ? m_row[c] : otherwise; }
    };

    __host__ __device__ MatrixRef(T* data, int rows, int cols) : m_data(data), m_rows(rows), m_cols(cols) {}
    __device__ int rows() const { return m_rows; }
    __device__ int cols() const { return m_cols; }
    __device__ RowRef operator[](int r) const
    {
        return RowRef(r < m_rows ? m_data + static_cast<ptrdiff_t>(r) * m_cols : nullptr, m_cols);
    }
};

template <int TILE>
class TilePair
{
public:
    __device__ void load(const MatrixRef<const real>& A, const MatrixRef<const real>& B, int row, int col, int step)
    {
        const int inner = step * TILE;
        a[threadIdx.y][threadIdx.x] = A[row].getOr(inner + threadIdx.x, real(0));
        b[threadIdx.y][threadIdx.x] = B[inner + threadIdx.y].getOr(col, real(0));
        __syncthreads();
    }

    __device__ void multiply(real& sum)
    {
        const real (&mine)[TILE] = a[threadIdx.y];
        #pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum = mine[k] * b[k][threadIdx.x] + sum;
        __syncthreads();
    }

private:
    real a[TILE][TILE];
    real b[TILE][TILE];
};

template <int TILE>
__global__ void product(MatrixRef<const real> A, MatrixRef<const real> B, MatrixRef<real> C)
{
    __shared__ TilePair<TILE> tiles;
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    real sum = 0;
    const int steps = (A.cols() + TILE - 1) / TILE;
    for (int step = 0; step != steps; ++step)
    {
        tiles.load(A, B, row, col, step);
        tiles.multiply(sum);
    }
    if (row < C.rows() && col < C.cols())
        C[row][col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    constexpr int TILE = 32;
    product<TILE><<<dim3((K + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE)>>>({A, M, N}, {B, N, K}, {C, M, K});
}
