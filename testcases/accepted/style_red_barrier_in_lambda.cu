// exam: problem=reduction verdict=accepted
// Lambdas in a kernel that capture shared memory and hold the barriers; barriers in the third part of a for and after commas.
#include <cuda_runtime.h>

namespace {

constexpr unsigned kThreads = 512;

template <class Op>
__device__ void fold(float* s, unsigned width, Op op) {
    for (unsigned w = width / 2; w != 0; w /= 2, __syncthreads())
        if (threadIdx.x < w) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + w]);
}

__global__ void partial_sums(const float* __restrict__ in, float* __restrict__ sums, int n) {
    __shared__ float lanes[kThreads], result;
    float& mine = lanes[threadIdx.x];

    auto load = [&, stride = size_t(gridDim.x) * kThreads](size_t from) {
        float v = 0;
        for (size_t i = from; i < size_t(n); i += stride) v += in[i];
        return v;
    };
    auto everybody = [&](auto&& f) { f(), __syncthreads(); };

    everybody([&] { mine = load(blockIdx.x * size_t(kThreads) + threadIdx.x); });
    fold(lanes, kThreads, [](float a, float b) { return a + b; });
    everybody([&] { if (threadIdx.x == kThreads - 1) result = lanes[0]; });
    if (threadIdx.x == 77) sums[blockIdx.x] = (0, result);
}

}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
    const int blocks = N < 200'000 ? (N + int(kThreads) - 1) / int(kThreads) : 400;
    float* sums = nullptr;
    cudaMalloc(&sums, sizeof(float) * blocks);
    [&] { partial_sums<<<blocks, kThreads>>>(input, sums, N); }();
    partial_sums<<<1, kThreads>>>(sums, output, blocks);
    cudaFree(sums);
}
