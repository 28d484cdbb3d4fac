// exam: problem=matrix-multiplication verdict=accepted
#include <cuda_runtime.h>
#include <cuda/std/array>
#include <cuda/std/utility>

// A view of a row-major matrix that is zero outside.
template <class T>
class View {
    T* p_;
    int rows_, cols_;
public:
    __host__ __device__ View(T* p, int rows, int cols) : p_(p), rows_(rows), cols_(cols) {}
    __device__ bool has(int r, int c) const { return r < rows_ && c < cols_; }
    __device__ T operator()(int r, int c) const { return has(r, c) ? p_[size_t(r) * cols_ + c] : T{}; }
    __device__ void set(int r, int c, T v) { if (has(r, c)) p_[size_t(r) * cols_ + c] = v; }
    __host__ __device__ int cols() const { return cols_; }
};

template <int TILE, int COARSE>
__global__ void multiply(View<const float> a, View<const float> b, View<float> c) {
    __shared__ float sa[TILE][TILE], sb[TILE][TILE * COARSE];
    cuda::std::array<float, COARSE> acc{};
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE * COARSE + threadIdx.x;
    for (int k = 0; k < a.cols(); k += TILE) {
        sa[threadIdx.y][threadIdx.x] = a(row, k + threadIdx.x);
        for (int j = 0; j < COARSE; ++j)
            sb[threadIdx.y][threadIdx.x + j * TILE] = b(k + threadIdx.y, col + j * TILE);
        __syncthreads();
        for (int i = 0; i < TILE; ++i) {
            const float x = sa[threadIdx.y][i];
#pragma unroll
            for (int j = 0; j < COARSE; ++j) acc[j] = fmaf(x, sb[i][threadIdx.x + j * TILE], acc[j]);
        }
        __syncthreads();
    }
    int at = col;
    for (const float v : acc) {
        c.set(row, at, v);
        at += TILE;
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    constexpr int TILE = 32, COARSE = 4;
    auto [gx, gy] = cuda::std::pair<unsigned, unsigned>((K + TILE * COARSE - 1) / (TILE * COARSE), (M + TILE - 1) / TILE);
    multiply<TILE, COARSE><<<dim3(gx, gy), dim3(TILE, TILE)>>>({A, M, N}, {B, N, K}, {C, M, K});
}
