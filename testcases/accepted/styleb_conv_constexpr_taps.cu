// exam: problem=conv2d-nchw verdict=accepted
// The nine taps as an index_sequence; filters are taken four at a time, weights in shared memory.
#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

template <std::size_t Tap>
struct TapAt {
    static constexpr int r = Tap / 3, s = Tap % 3;
};

template <std::size_t... Taps>
__device__ float nine(const float* pixel, int pitch, const float* w, std::index_sequence<Taps...>) {
    return ((pixel[TapAt<Taps>::r * pitch + TapAt<Taps>::s] * w[Taps]) + ...);
}

template <int FiltersAtOnce>
__global__ void convolve(const float* __restrict__ in, const float* __restrict__ weights, float* __restrict__ out, int C, int H,
                         int W, int F) {
    extern __shared__ float w[];  // FiltersAtOnce x C x 9
    const int groups = (F + FiltersAtOnce - 1) / FiltersAtOnce;
    const int n = blockIdx.z / groups, f0 = blockIdx.z % groups * FiltersAtOnce;
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = thread; i < FiltersAtOnce * C * 9; i += blockDim.x * blockDim.y)
        w[i] = f0 + i / (C * 9) < F ? weights[f0 * C * 9 + i] : 0.0f;
    __syncthreads();

    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int OW = W - 2, OH = H - 2;
    if (x >= OW || y >= OH) return;
    float sums[FiltersAtOnce] = {};
    for (int c = 0; c < C; ++c) {
        const float* pixel = in + ((static_cast<std::size_t>(n) * C + c) * H + y) * W + x;
        for (int f = 0; f < FiltersAtOnce; ++f)
            sums[f] += nine(pixel, W, w + (f * C + c) * 9, std::make_index_sequence<9>{});
    }
    int f = f0;
    for (const auto& sum : sums) {
        if (f >= F) break;
        out[((static_cast<std::size_t>(n) * F + f++) * OH + y) * OW + x] = sum;
    }
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    constexpr int at_once = 4;
    const dim3 block(32, 4), grid((W - 2 + 31) / 32, (H - 2 + 3) / 4, N * ((F + at_once - 1) / at_once));
    convolve<at_once><<<grid, block, at_once * C * 9 * sizeof(float)>>>(input, weights, output, C, H, W, F);
}
