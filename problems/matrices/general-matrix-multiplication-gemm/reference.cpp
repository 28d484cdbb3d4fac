#include <judge/product.h>
#include <judge/reference.h>

#include <vector>

namespace {

std::vector<float> widened(const half* values, std::int64_t count) {
  std::vector<float> wide(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) wide[i] = static_cast<float>(values[i]);
  return wide;
}

template <class Multiply>
void compute(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta, Multiply multiply) {
  const auto a = widened(A, std::int64_t(M) * K), b = widened(B, std::int64_t(K) * N);
  std::vector<float> product(static_cast<std::size_t>(M) * N);
  multiply(a.data(), b.data(), product.data(), M, N, K);
  for (std::int64_t i = 0; i < std::int64_t(M) * N; ++i)
    C[i] = half(static_cast<float>(double(alpha) * product[i] + double(beta) * static_cast<float>(C[i])));
}

}  // namespace

extern "C" void reference(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
  compute(A, B, C, M, N, K, alpha, beta, product::exact);
}

extern "C" void reference_f32(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
  compute(A, B, C, M, N, K, alpha, beta, product::in_float);
}
