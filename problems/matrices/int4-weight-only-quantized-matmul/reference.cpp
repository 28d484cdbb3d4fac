#include <judge/product.h>
#include <judge/reference.h>

#include <vector>

namespace {

// As a K x N matrix; exact, since a product of 4 and 11 bits fits into a float.
std::vector<float> weights(const std::uint8_t* w_q, const half* scales, int N, int K, int group_size) {
  std::vector<float> w(static_cast<std::size_t>(K) * N);
  constexpr int block = 64;
#pragma omp parallel for if (w.size() > 100000)
  for (int begin = 0; begin < K; begin += block)
    for (int n = 0; n < N; ++n)
      for (int k = begin; k < std::min(begin + block, K); ++k) {
        const int byte = w_q[static_cast<std::int64_t>(n) * (K / 2) + k / 2];
        const int q = (k % 2 == 0 ? byte >> 4 : byte & 15) - 8;
        const float scale = static_cast<float>(scales[static_cast<std::int64_t>(n) * (K / group_size) + k / group_size]);
        w[static_cast<std::size_t>(k) * N + n] = static_cast<float>(q) * scale;
      }
  return w;
}

template <class Multiply>
void compute(const half* x, const std::uint8_t* w_q, const half* scales, half* y, int M, int N, int K, int group_size,
             Multiply multiply) {
  const auto w = weights(w_q, scales, N, K, group_size);
  std::vector<float> wide(static_cast<std::size_t>(M) * K), sums(static_cast<std::size_t>(M) * N);
  for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = static_cast<float>(x[i]);
  multiply(wide.data(), w.data(), sums.data(), M, N, K);
  for (std::size_t i = 0; i < sums.size(); ++i) y[i] = half(sums[i]);
}

}  // namespace

extern "C" void reference(const half* x, const std::uint8_t* w_q, const half* scales, half* y, int M, int N, int K,
                          int group_size) {
  compute(x, w_q, scales, y, M, N, K, group_size, product::exact);
}

extern "C" void reference_f32(const half* x, const std::uint8_t* w_q, const half* scales, half* y, int M, int N, int K,
                              int group_size) {
  compute(x, w_q, scales, y, M, N, K, group_size, product::in_float);
}
