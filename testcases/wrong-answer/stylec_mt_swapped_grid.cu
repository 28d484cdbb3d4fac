// exam: problem=matrix-transpose verdict=wrong-answer
/* Generated: optimized transpose with bank-conflict-free shared memory.
 * - Coalesced loads and stores
 * - Each thread handles 4 elements
 */
#include <cuda_runtime.h>
#include <cstdio>

static constexpr int kTileDim = 32;
static constexpr int kBlockRows = 8;

#define CUDA_CHECK(call)                                                              \
    do {                                                                              \
        cudaError_t status_ = (call);                                                 \
        if (status_ != cudaSuccess)                                                   \
            std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status_));    \
    } while (0)

__global__ void TransposeKernel(const float* __restrict__ input, float* __restrict__ output,
                                int rows, int cols) {
    __shared__ float tile[kTileDim][kTileDim + 1];

    int x = blockIdx.x * kTileDim + threadIdx.x;
    int y = blockIdx.y * kTileDim + threadIdx.y;

    #pragma unroll
    for (int j = 0; j < kTileDim; j += kBlockRows) {
        if (x < cols && (y + j) < rows) {
            tile[threadIdx.y + j][threadIdx.x] = input[(y + j) * cols + x];
        }
    }
    __syncthreads();

    // Transposed block offsets
    x = blockIdx.y * kTileDim + threadIdx.x;
    y = blockIdx.x * kTileDim + threadIdx.y;

    #pragma unroll
    for (int j = 0; j < kTileDim; j += kBlockRows) {
        if (x < rows && (y + j) < cols) {
            output[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(kTileDim, kBlockRows);
    dim3 grid((rows + kTileDim - 1) / kTileDim, (cols + kTileDim - 1) / kTileDim);
    TransposeKernel<<<grid, block>>>(input, output, rows, cols);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
