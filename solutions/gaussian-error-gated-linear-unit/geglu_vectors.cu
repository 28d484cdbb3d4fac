// Four outputs a thread, loaded and stored with the widest type that the place of the second half allows: float4 if
// N / 2 is a multiple of four, float2 if it is even, else float. The rest behind the last four is done one by one.
// Gains: a quarter of the threads; all of a thread's loads are on their way before the first erff().
// judge: rung 2

#include <cuda_runtime.h>

namespace {

struct Four {
    float v[4];
};

template <typename Wide>
__device__ Four load_four(const float* from) {
    constexpr int each = sizeof(Wide) / sizeof(float);
    union {
        Wide wide[4 / each];
        Four four;
    } u;
    for (int k = 0; k < 4 / each; ++k) u.wide[k] = reinterpret_cast<const Wide*>(from)[k];
    return u.four;
}

__device__ float geglu_of(float scale, float x) {
    const float root_half = 0.70710678f;
    return scale * (0.5f * x) * (1.0f + erff(x * root_half));
}

template <typename Wide>
__global__ void geglu_four(const float* input, float* output, int half) {
    const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 3 < half) {
        const Four scale = load_four<float4>(input + first);
        const Four x = load_four<Wide>(input + half + first);
        float4 result;
        result.x = geglu_of(scale.v[0], x.v[0]);
        result.y = geglu_of(scale.v[1], x.v[1]);
        result.z = geglu_of(scale.v[2], x.v[2]);
        result.w = geglu_of(scale.v[3], x.v[3]);
        *reinterpret_cast<float4*>(output + first) = result;
    } else {
        for (int i = first; i < half; ++i) output[i] = geglu_of(input[i], input[half + i]);
    }
}

}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
    const int half = N / 2;
    auto* kernel = geglu_four<float>;
    if (half % 4 == 0)
        kernel = geglu_four<float4>;
    else if (half % 2 == 0)
        kernel = geglu_four<float2>;
    kernel<<<(half + 511) / 512, 128>>>(input, output, half);
}
