// exam: problem=conv2d-nchw verdict=accepted
// A tile with its halo in shared memory for each channel; a thread computes four neighbours for several filters.
#include <cuda_runtime.h>

struct ConvShape {
    int n, c, h, w, f;
    __host__ __device__ constexpr int out_h() const { return h - 2; }
    __host__ __device__ constexpr int out_w() const { return w - 2; }
};

template <int TileH, int TileW, int PerThread, int Filters>
struct ConvConfig {
    static constexpr int tile_h = TileH, tile_w = TileW, per_thread = PerThread, filters = Filters;
    static constexpr int threads_x = TileW / PerThread, threads = threads_x * TileH;
    static constexpr int halo_h = TileH + 2, halo_w = TileW + 2;
};

template <class Cfg>
struct Staging {
    float image[Cfg::halo_h][Cfg::halo_w];
    float weights[Cfg::filters][9];

    __device__ void fill(const ConvShape& s, const float* in, const float* w, int n, int c, int f0, int y0, int x0) {
        for (int i = threadIdx.x; i < Cfg::halo_h * Cfg::halo_w; i += Cfg::threads) {
            const int y = i / Cfg::halo_w, x = i % Cfg::halo_w;
            const bool inside = y0 + y < s.h && x0 + x < s.w;
            image[y][x] = inside ? in[((n * s.c + c) * s.h + y0 + y) * s.w + x0 + x] : 0.0f;
        }
        for (int i = threadIdx.x; i < Cfg::filters * 9; i += Cfg::threads) {
            const int f = f0 + i / 9;
            weights[i / 9][i % 9] = f < s.f ? w[(f * s.c + c) * 9 + i % 9] : 0.0f;
        }
    }
};

template <class Cfg>
__global__ void __launch_bounds__(Cfg::threads) conv(const ConvShape s, const float* in, const float* w, float* out) {
    __shared__ Staging<Cfg> stage;
    const int groups = (s.f + Cfg::filters - 1) / Cfg::filters;
    const int n = blockIdx.z / groups, f0 = blockIdx.z % groups * Cfg::filters;
    const int ty = threadIdx.x / Cfg::threads_x, tx = threadIdx.x % Cfg::threads_x * Cfg::per_thread;
    const int y0 = blockIdx.y * Cfg::tile_h, x0 = blockIdx.x * Cfg::tile_w;
    float sums[Cfg::filters][Cfg::per_thread] = {};
    for (int c = 0; c < s.c; ++c) {
        __syncthreads();
        stage.fill(s, in, w, n, c, f0, y0, x0);
        __syncthreads();
        for (int r = 0; r < 3; ++r) {
            float pixels[Cfg::per_thread + 2];
            for (int i = 0; i < Cfg::per_thread + 2; ++i) pixels[i] = stage.image[ty + r][tx + i];
            for (int f = 0; f < Cfg::filters; ++f) {
                const float* tap = &stage.weights[f][3 * r];
                for (int i = 0; i < Cfg::per_thread; ++i)
                    sums[f][i] += pixels[i] * tap[0] + pixels[i + 1] * tap[1] + pixels[i + 2] * tap[2];
            }
        }
    }
    const int y = y0 + ty;
    if (y >= s.out_h()) return;
    for (int f = 0; f < Cfg::filters && f0 + f < s.f; ++f)
        for (int i = 0; i < Cfg::per_thread; ++i)
            if (const int x = x0 + tx + i; x < s.out_w()) out[((n * s.f + f0 + f) * s.out_h() + y) * s.out_w() + x] = sums[f][i];
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    using Cfg = ConvConfig<8, 64, 4, 4>;
    const ConvShape shape{N, C, H, W, F};
    const dim3 grid((shape.out_w() + Cfg::tile_w - 1) / Cfg::tile_w, (shape.out_h() + Cfg::tile_h - 1) / Cfg::tile_h,
                    N * ((F + Cfg::filters - 1) / Cfg::filters));
    conv<Cfg><<<grid, Cfg::threads>>>(shape, input, weights, output);
}
