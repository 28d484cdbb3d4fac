#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

// wmma: matrix products by a whole warp. Element e of lane l of a fragment is element 32 e + l of the tile, row by row;
// CUDA leaves that open. Products are summed in float (exactly for integers, in double for doubles) in order of k.
namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace detail {

template <class T>
struct Stored { using type = T; };
template <>
struct Stored<precision::tf32> { using type = float; };

template <class Use, int M, int N, int K>
struct Shape;
template <int M, int N, int K>
struct Shape<matrix_a, M, N, K> { static constexpr int rows = M, columns = K; };
template <int M, int N, int K>
struct Shape<matrix_b, M, N, K> { static constexpr int rows = K, columns = N; };
template <int M, int N, int K>
struct Shape<accumulator, M, N, K> { static constexpr int rows = M, columns = N; };

/// What each lane of each warp of the block shows the others: its fragments of a and b.
struct Shown { const void *a, *b; };
static thread_local Shown shown[32][32];

}  // namespace detail

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
  using element_type = typename detail::Stored<T>::type;
  using storage_element_type = element_type;
  static constexpr int rows = detail::Shape<Use, M, N, K>::rows, columns = detail::Shape<Use, M, N, K>::columns;
  static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class Use, int M, int N, int K, class T, class Layout, class V>
inline void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, const V& value) {
  for (auto& element : f.x) element = value;
}

namespace detail {

/// Calls visit(element of this lane's share, offset in memory) for each element.
template <class Fragment, class Visit>
inline void visit_elements(unsigned stride, bool is_row_major, Visit visit) {
  for (int e = 0; e < Fragment::num_elements; ++e) {
    const unsigned index = e * 32 + judge_emulated::lane();
    const unsigned row = index / Fragment::columns, column = index % Fragment::columns;
    visit(e, is_row_major ? static_cast<std::size_t>(row) * stride + column
                          : static_cast<std::size_t>(column) * stride + row);
  }
}

}  // namespace detail

template <class Use, int M, int N, int K, class T, class Layout, class P>
inline void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& f, const P* from, unsigned stride,
                             int line = __builtin_LINE()) {
  __syncwarp(0xffffffffu, line);
  detail::visit_elements<fragment<Use, M, N, K, T, Layout>>(stride, std::is_same_v<Layout, row_major>,
                                                            [&](int e, std::size_t at) { f.x[e] = from[at]; });
}
template <int M, int N, int K, class T, class P>
inline void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const P* from, unsigned stride, layout_t layout,
                             int line = __builtin_LINE()) {
  __syncwarp(0xffffffffu, line);
  detail::visit_elements<fragment<accumulator, M, N, K, T>>(stride, layout == mem_row_major,
                                                            [&](int e, std::size_t at) { f.x[e] = from[at]; });
}
template <int M, int N, int K, class T, class P>
inline void store_matrix_sync(P* to, const fragment<accumulator, M, N, K, T>& f, unsigned stride, layout_t layout,
                              int line = __builtin_LINE()) {
  detail::visit_elements<fragment<accumulator, M, N, K, T>>(stride, layout == mem_row_major,
                                                            [&](int e, std::size_t at) { to[at] = f.x[e]; });
  __syncwarp(0xffffffffu, line);
}

/// Rounds to the 10 digits of tf32, to nearest, ties away from zero.
inline float __float_to_tf32(float value) {
  const unsigned bits = __float_as_uint(value);
  return (bits & 0x7f800000u) == 0x7f800000u ? value : __uint_as_float((bits + 0x1000u) & ~0x1fffu);
}

template <int M, int N, int K, class A, class B, class LayoutA, class LayoutB, class D, class C>
inline void mma_sync(fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, A, LayoutA>& a,
                     const fragment<matrix_b, M, N, K, B, LayoutB>& b, const fragment<accumulator, M, N, K, C>& c,
                     bool saturates = false, int line = __builtin_LINE()) {
  using FragmentA = fragment<matrix_a, M, N, K, A, LayoutA>;
  using FragmentB = fragment<matrix_b, M, N, K, B, LayoutB>;
  using Sum =
      std::conditional_t<std::is_same_v<D, double>, double, std::conditional_t<std::is_integral_v<D>, long long, float>>;
  detail::Shown* const shown = detail::shown[judge_emulated::linear_thread() / 32];
  shown[judge_emulated::lane()] = {&a, &b};
  __syncwarp(0xffffffffu, line);
  fragment<accumulator, M, N, K, D> result;
  for (int e = 0; e < result.num_elements; ++e) {
    const int index = e * 32 + static_cast<int>(judge_emulated::lane()), row = index / N, column = index % N;
    Sum sum = static_cast<Sum>(c.x[e]);
    for (int k = 0; k < K; ++k) {
      const int in_a = row * K + k, in_b = k * N + column;
      sum += static_cast<Sum>(static_cast<const FragmentA*>(shown[in_a % 32].a)->x[in_a / 32]) *
             static_cast<Sum>(static_cast<const FragmentB*>(shown[in_b % 32].b)->x[in_b / 32]);
    }
    if constexpr (std::is_integral_v<D>) {
      constexpr Sum lowest = -2147483647 - 1, highest = 2147483647;
      if (saturates) sum = sum < lowest ? lowest : sum > highest ? highest : sum;
    }
    result.x[e] = static_cast<D>(sum);
  }
  __syncwarp(0xffffffffu, line);   // d may be one of the operands that others still read
  d = result;
}

}  // namespace wmma
}  // namespace nvcuda
