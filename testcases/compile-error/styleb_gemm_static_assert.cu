// exam: problem=gemm-f32 verdict=compile-error
// The tile does not go up in the threads' shape, and a static_assert in the traits says so.
#include <cuda_runtime.h>

template <int M, int N>
struct Shape { static constexpr int m = M, n = N; };

template <class Tile, class Thread>
struct Traits {
    static_assert(Tile::m % Thread::m == 0 && Tile::n % Thread::n == 0, "the thread's tile must divide the block's");
    static constexpr dim3 block() { return dim3(Tile::n / Thread::n, Tile::m / Thread::m); }
};

template <class Tile, class Thread>
__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    for (int i = threadIdx.y; i < Tile::m; i += Tile::m / Thread::m)
        for (int j = threadIdx.x; j < Tile::n; j += Tile::n / Thread::n) {
            const int row = blockIdx.y * Tile::m + i, col = blockIdx.x * Tile::n + j;
            if (row >= M || col >= N) continue;
            float sum = 0;
            for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
            C[row * N + col] = sum;
        }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    using Tile = Shape<64, 64>;
    using Thread = Shape<4, 6>;
    gemm<Tile, Thread><<<dim3((N + 63) / 64, (M + 63) / 64), Traits<Tile, Thread>::block()>>>(A, B, C, M, N, K);
}
