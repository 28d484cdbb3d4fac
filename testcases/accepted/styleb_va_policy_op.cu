// exam: problem=vector-addition verdict=accepted
// A functor and a policy as template parameters; the vector width is part of the policy, the tail is a specialisation's.
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

using real = float;
using index_t = std::int32_t;

namespace policy {
template <int Threads, int Width>
struct Blocked {
    static constexpr int threads = Threads;
    static constexpr int width = Width;
    static constexpr index_t items = Threads * Width;
};
}  // namespace policy

struct Plus {
    template <typename T>
    __host__ __device__ constexpr T operator()(T a, T b) const { return a + b; }
};

template <int Width>
struct alignas(sizeof(real) * Width) Pack {
    real lane[Width];
};

template <class Op, int Width>
__device__ __forceinline__ Pack<Width> zip(const Pack<Width>& x, const Pack<Width>& y, Op op) {
    Pack<Width> z;
#pragma unroll
    for (int i = 0; i < Width; ++i) z.lane[i] = op(x.lane[i], y.lane[i]);
    return z;
}

template <class Policy, class Op = Plus>
__global__ void __launch_bounds__(Policy::threads)
    elementwise(const real* __restrict__ a, const real* __restrict__ b, real* __restrict__ c, index_t n, Op op = Op{}) {
    using pack = Pack<Policy::width>;
    const index_t first = (blockIdx.x * Policy::threads + threadIdx.x) * Policy::width;
    if (first + Policy::width <= n) {
        const auto& x = *reinterpret_cast<const pack*>(a + first);
        const auto& y = *reinterpret_cast<const pack*>(b + first);
        *reinterpret_cast<pack*>(c + first) = zip(x, y, op);
    } else if constexpr (Policy::width > 1) {
        for (index_t i = first; i < n; ++i) c[i] = op(a[i], b[i]);
    }
}

template <class Policy>
static void launch(const real* a, const real* b, real* c, index_t n) {
    static_assert(std::is_same_v<real, float>, "loads are of floats");
    const index_t grid = (n + Policy::items - 1) / Policy::items;
    elementwise<Policy><<<grid, Policy::threads>>>(a, b, c, n);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    if (N < 4096)
        launch<policy::Blocked<128, 1>>(A, B, C, N);
    else
        launch<policy::Blocked<256, 4>>(A, B, C, N);
}
