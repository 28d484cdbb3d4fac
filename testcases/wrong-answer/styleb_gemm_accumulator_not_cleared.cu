// exam: problem=gemm-f32 verdict=wrong-answer
// A block takes several tiles in turn, and its accumulator goes from one to the next without being cleared.
#include <cuda_runtime.h>

template <int Tile>
struct Scheduler {
    int across, count, now;
    __device__ Scheduler(int m, int n) : across((n + Tile - 1) / Tile), count(across * ((m + Tile - 1) / Tile)), now(blockIdx.x) {}
    __device__ explicit operator bool() const { return now < count; }
    __device__ Scheduler& operator++() { now += gridDim.x; return *this; }
    __device__ int row() const { return now / across * Tile; }
    __device__ int col() const { return now % across * Tile; }
};

template <int Tile>
__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[Tile][Tile], b[Tile][Tile];
    const int ty = threadIdx.y, tx = threadIdx.x;
    float acc = 0.0f;
    for (Scheduler<Tile> tile(M, N); tile; ++tile) {
        const int row = tile.row() + ty, col = tile.col() + tx;
        for (int k0 = 0; k0 < K; k0 += Tile) {
            a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
            b[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
            __syncthreads();
            for (int k = 0; k < Tile; ++k) acc += a[ty][k] * b[k][tx];
            __syncthreads();
        }
        if (row < M && col < N) C[row * N + col] = acc;
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    gemm<16><<<4, dim3(16, 16)>>>(A, B, C, M, N, K);
}
