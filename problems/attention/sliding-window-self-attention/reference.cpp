#include <judge/reference.h>

#include <vector>

// One query against the keys first ... last of its window. Real is double for the right answer, float as a good attempt would compute it.
template <class Real>
static void attend(const float* q, const float* K, const float* V, float* out, int first, int last, int d) {
  std::vector<Real> weights(last + 1), sums(d, 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  Real largest = -INFINITY, total = 0;
  for (int j = first; j <= last; ++j) {
    const float* k = K + static_cast<std::int64_t>(j) * d;
    Real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int c = 0; c < d; ++c) dot += static_cast<Real>(q[c]) * k[c];
    weights[j] = dot * scale;
    largest = std::max(largest, weights[j]);
  }
  for (int j = first; j <= last; ++j) {
    const float* v = V + static_cast<std::int64_t>(j) * d;
    const Real weight = std::exp(weights[j] - largest);
    total += weight;
    for (int c = 0; c < d; ++c) sums[c] += weight * v[c];
  }
  for (int c = 0; c < d; ++c) out[c] = static_cast<float>(sums[c] / total);
}

template <class Real>
static void attend_all(const float* Q, const float* K, const float* V, float* output, int M, int d, int window_size) {
#pragma omp parallel for
  for (int i = 0; i < M; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) * d;
    attend<Real>(Q + at, K, V, output + at, std::max(0, i - window_size), std::min(M - 1, i + window_size), d);
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int M, int d, int window_size) {
  attend_all<double>(Q, K, V, output, M, d, window_size);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int M, int d, int window_size) {
  attend_all<float>(Q, K, V, output, M, d, window_size);
}
