// exam: problem=reduction verdict=accepted
// An array type of our own in registers, iterated by range-for; two launches with the same kernel template.
#include <cuda_runtime.h>

namespace mini {
template <class T, unsigned N>
struct array {
    T elems_[N];
    using value_type = T;
    __host__ __device__ static constexpr unsigned size() { return N; }
    __device__ T* begin() { return elems_; }
    __device__ T* end() { return elems_ + N; }
    __device__ const T* begin() const { return elems_; }
    __device__ const T* end() const { return elems_ + N; }
    __device__ T& operator[](unsigned i) { return elems_[i]; }
    __device__ const T& operator[](unsigned i) const { return elems_[i]; }
};

template <class Range, class T, class F>
__device__ T accumulate(const Range& range, T init, F f) {
    for (const auto& x : range) init = f(init, x);
    return init;
}
}  // namespace mini

struct sum_op {
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <unsigned kThreads, unsigned kUnroll, class Op = sum_op>
__global__ void fold(const float* in, float* out, unsigned n, Op op = {}) {
    mini::array<float, kUnroll> acc;
    for (auto& a : acc) a = 0.f;
    const unsigned stride = gridDim.x * kThreads;
    unsigned i = blockIdx.x * kThreads + threadIdx.x;
    for (; i + (kUnroll - 1) * stride < n; i += kUnroll * stride)
        for (unsigned u = 0; u < acc.size(); ++u) acc[u] = op(acc[u], in[i + u * stride]);
    for (unsigned u = 0; i < n; i += stride, ++u) acc[u % kUnroll] = op(acc[u % kUnroll], in[i]);

    __shared__ mini::array<float, kThreads> lane;
    lane[threadIdx.x] = mini::accumulate(acc, 0.f, op);
    __syncthreads();
    for (unsigned s = kThreads >> 1; s >= 32; s >>= 1) {
        if (threadIdx.x < s) lane[threadIdx.x] = op(lane[threadIdx.x], lane[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        float total = 0;
        for (unsigned t = 0; t < 32; ++t) total = op(total, lane[t]);
        out[blockIdx.x] = total;
    }
}

struct Scratch {
    float* data{};
    Scratch(int n) { cudaMalloc((void**)&data, n * sizeof(float)); }
    ~Scratch() { cudaFree(data); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

extern "C" void solve(const float* input, float* output, int N) {
    const Scratch partial(600);
    fold<256, 4><<<600, 256>>>(input, partial.data, N);
    fold<128, 2><<<1, 128>>>(partial.data, output, 600);
}
