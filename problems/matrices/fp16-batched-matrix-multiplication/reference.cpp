#include <judge/product.h>
#include <judge/reference.h>

#include <vector>

namespace {

template <class Multiply>
void compute(const half* A, const half* B, half* C, int BATCH, int M, int N, int K, Multiply multiply) {
  std::vector<float> a(static_cast<std::size_t>(M) * K), b(static_cast<std::size_t>(K) * N),
      c(static_cast<std::size_t>(M) * N);
  for (int batch = 0; batch < BATCH; ++batch, A += a.size(), B += b.size(), C += c.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(A[i]);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(B[i]);
    multiply(a.data(), b.data(), c.data(), M, N, K);
    for (std::size_t i = 0; i < c.size(); ++i) C[i] = half(c[i]);
  }
}

}  // namespace

extern "C" void reference(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
  compute(A, B, C, BATCH, M, N, K, product::exact);
}

extern "C" void reference_f32(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
  compute(A, B, C, BATCH, M, N, K, product::in_float);
}
