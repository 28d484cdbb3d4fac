// exam: problem=vector-addition verdict=accepted
// A tuple by recursive inheritance as kernel parameter, get<I>, apply, and structured bindings through std::tuple_size.
#include <cuda_runtime.h>

#include <cstddef>
#include <tuple>
#include <utility>

namespace dev {
template <std::size_t I, class T>
struct Leaf { T value; };

template <class Indices, class... Ts>
struct TupleImpl;
template <std::size_t... Is, class... Ts>
struct TupleImpl<std::index_sequence<Is...>, Ts...> : Leaf<Is, Ts>... {
    __host__ __device__ constexpr TupleImpl(Ts... values) : Leaf<Is, Ts>{values}... {}
};
template <class... Ts>
struct Tuple : TupleImpl<std::index_sequence_for<Ts...>, Ts...> {
    using TupleImpl<std::index_sequence_for<Ts...>, Ts...>::TupleImpl;
};

template <std::size_t I, class T>
__host__ __device__ constexpr const T& get(const Leaf<I, T>& leaf) { return leaf.value; }

template <class F, class... Ts, std::size_t... Is>
__device__ void apply_impl(F f, const Tuple<Ts...>& t, std::index_sequence<Is...>) { f(get<Is>(t)...); }
template <class F, class... Ts>
__device__ void apply(F f, const Tuple<Ts...>& t) { apply_impl(f, t, std::index_sequence_for<Ts...>{}); }
}  // namespace dev

template <class... Ts>
struct std::tuple_size<dev::Tuple<Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts>
struct std::tuple_element<I, dev::Tuple<Ts...>> { using type = const std::tuple_element_t<I, std::tuple<Ts...>>; };

using Arguments = dev::Tuple<const float*, const float*, float*, int>;

__global__ void add(const Arguments arguments) {
    const auto& [a, b, c, n] = arguments;
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) c[i] = a[i] + b[i];
    dev::apply([i](const float* x, const float* y, float* z, int count) {
        if (i + 1 < count) z[i + 1] = x[i + 1] + y[i + 1];
    }, arguments);
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 511) / 512, 256>>>(Arguments{A, B, C, N});
}
