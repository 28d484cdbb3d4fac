#include <judge/reference.h>

#include <vector>

// One query against all keys. Real is double for the right answer, float as a good attempt would compute it.
template <class Real>
static void attend(const float* q, const float* K, const float* V, float* out, int N, int d) {
  std::vector<Real> weights(N), sums(d, 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  Real largest = -INFINITY, total = 0;
  for (int j = 0; j < N; ++j) {
    const float* k = K + static_cast<std::int64_t>(j) * d;
    Real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int c = 0; c < d; ++c) dot += static_cast<Real>(q[c]) * k[c];
    weights[j] = dot * scale;
    largest = std::max(largest, weights[j]);
  }
  for (int j = 0; j < N; ++j) {
    const float* v = V + static_cast<std::int64_t>(j) * d;
    const Real weight = std::exp(weights[j] - largest);
    total += weight;
    for (int c = 0; c < d; ++c) sums[c] += weight * v[c];
  }
  for (int c = 0; c < d; ++c) out[c] = static_cast<float>(sums[c] / total);
}

template <class Real>
static void attend_all(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < M; ++i) attend<Real>(Q + i * d, K, V, output + i * d, N, d);
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
  attend_all<double>(Q, K, V, output, M, N, d);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
  attend_all<float>(Q, K, V, output, M, N, d);
}
