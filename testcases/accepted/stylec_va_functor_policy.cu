// exam: problem=vector-addition verdict=accepted
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>

template <class T> struct plus_op {
    constexpr __host__ __device__ T operator()(T lhs, T rhs) const noexcept { return lhs + rhs; }
};

template <int Threads = 128, int Items = 4> struct tuning {
    static constexpr int threads = Threads;
    static constexpr int items = Items;
    static constexpr int tile = threads * items;
};

template <class T = float, class Op = plus_op<T>, class Tuning = tuning<>>
__global__ void __launch_bounds__(Tuning::threads)
zip_with(const T* first, const T* second, T* result, unsigned count, Op op = Op{})
{
    const unsigned tile_base = blockIdx.x * static_cast<unsigned>(Tuning::tile);
    T l[Tuning::items], r[Tuning::items];
    const bool whole = tile_base + Tuning::tile <= count;
    auto at = [&](int k) -> unsigned { return tile_base + k * Tuning::threads + threadIdx.x; };
    if (whole) {
#pragma unroll
        for (int k = 0; k < Tuning::items; ++k) {
            l[k] = first[at(k)];
            r[k] = second[at(k)];
        }
#pragma unroll
        for (int k = 0; k < Tuning::items; ++k) result[at(k)] = op(l[k], r[k]);
    } else {
        for (int k = 0; k < Tuning::items; ++k)
            if (auto idx = at(k); idx < count) result[idx] = op(first[idx], second[idx]);
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    using wide = tuning<192, 6>;
    if (N > 10'000) {
        zip_with<float, plus_op<float>, wide><<<(N + wide::tile - 1) / wide::tile, wide::threads>>>(A, B, C, unsigned(N));
    } else {
        using narrow = tuning<>;
        static_assert(std::is_same_v<decltype(narrow::tile), const int>);
        zip_with<><<<(N + narrow::tile - 1) / narrow::tile, narrow::threads>>>(A, B, C, unsigned(N), plus_op<float>{});
    }
}
