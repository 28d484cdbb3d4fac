// exam: problem=conv2d-nchw verdict=wrong-answer
// A convolution as mathematicians write it, with the filter turned round.
#include <cuda_runtime.h>

template <int K = 3>
struct Filter {
    const float* w;
    static constexpr int taps = K * K;
    __device__ float operator()(int r, int s) const { return w[(K - 1 - r) * K + (K - 1 - s)]; }
    __device__ Filter next() const { return {w + taps}; }
};

template <int K = 3>
struct Window {
    const float* p;
    int pitch;
    __device__ float operator*(const Filter<K>& filter) const {
        float sum = 0;
        for (int r = 0; r < K; ++r)
            for (int s = 0; s < K; ++s) sum += p[r * pitch + s] * filter(r, s);
        return sum;
    }
};

__global__ void convolve(const float* in, const float* weights, float* out, int C, int H, int W, int F, int total) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    const int ow = W - 2, oh = H - 2, x = i % ow, y = i / ow % oh, f = i / (ow * oh) % F, n = i / (ow * oh * F);
    float sum = 0;
    Filter<> filter{weights + f * C * 9};
    for (int c = 0; c < C; ++c, filter = filter.next()) sum += Window<>{in + ((n * C + c) * H + y) * W + x, W} * filter;
    out[i] = sum;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    const int total = N * F * (H - 2) * (W - 2);
    convolve<<<(total + 255) / 256, 256>>>(input, weights, output, C, H, W, F, total);
}
