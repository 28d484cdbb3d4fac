// exam: problem=matrix-multiplication verdict=wrong-answer
// exam: says "largest error"
// fp32 matrices through the tensor cores' TF32: fast, and wrong by more than the sums' own rounding explains.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

constexpr int tile_k = 8, tile = 16;

// A warp a tile of 16 x 16; edges are filled up with zeros in shared memory.
__global__ void multiply(const float* A, const float* B, float* C, int rows, int cols, int depth) {
    __shared__ float a[tile * tile_k], b[tile_k * tile], c[tile * tile];
    const int first_row = blockIdx.y * tile, first_col = blockIdx.x * tile;
    wmma::fragment<wmma::matrix_a, tile, tile, tile_k, wmma::precision::tf32, wmma::row_major> part_a;
    wmma::fragment<wmma::matrix_b, tile, tile, tile_k, wmma::precision::tf32, wmma::row_major> part_b;
    wmma::fragment<wmma::accumulator, tile, tile, tile_k, float> sums;
    wmma::fill_fragment(sums, 0.0f);
    for (int begin = 0; begin < depth; begin += tile_k) {
        __syncwarp();
        for (int i = threadIdx.x; i < tile * tile_k; i += 32) {
            const int row = first_row + i / tile_k, k = begin + i % tile_k;
            a[i] = wmma::__float_to_tf32(row < rows && k < depth ? A[row * depth + k] : 0.0f);
        }
        for (int i = threadIdx.x; i < tile_k * tile; i += 32) {
            const int k = begin + i / tile, col = first_col + i % tile;
            b[i] = wmma::__float_to_tf32(k < depth && col < cols ? B[k * cols + col] : 0.0f);
        }
        __syncwarp();
        wmma::load_matrix_sync(part_a, a, tile_k);
        wmma::load_matrix_sync(part_b, b, tile);
        wmma::mma_sync(sums, part_a, part_b, sums);
    }
    wmma::store_matrix_sync(c, sums, tile, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < tile * tile; i += 32) {
        const int row = first_row + i / tile, col = first_col + i % tile;
        if (row < rows && col < cols) C[row * cols + col] = c[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply<<<dim3((K + tile - 1) / tile, (M + tile - 1) / tile), 32>>>(A, B, C, M, K, N);
}
