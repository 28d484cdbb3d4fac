#include <judge/reference.h>

#include <vector>

// One query against all keys of its head, `stride` apart. Real is double for the right answer, float as a good attempt would compute it.
template <class Real>
static void attend(const float* q, const float* K, const float* V, float* out, int N, int d, std::int64_t stride) {
  std::vector<Real> weights(N), sums(d, 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  Real largest = -INFINITY, total = 0;
  for (int j = 0; j < N; ++j) {
    const float* k = K + j * stride;
    Real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int c = 0; c < d; ++c) dot += static_cast<Real>(q[c]) * k[c];
    weights[j] = dot * scale;
    largest = std::max(largest, weights[j]);
  }
  for (int j = 0; j < N; ++j) {
    const float* v = V + j * stride;
    const Real weight = std::exp(weights[j] - largest);
    total += weight;
    for (int c = 0; c < d; ++c) sums[c] += weight * v[c];
  }
  for (int c = 0; c < d; ++c) out[c] = static_cast<float>(sums[c] / total);
}

template <class Real>
static void attend_all(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
#pragma omp parallel for
  for (std::int64_t task = 0; task < static_cast<std::int64_t>(H) * M; ++task) {
    const std::int64_t head = task / M * D, stride = static_cast<std::int64_t>(H) * D, at = task % M * stride + head;
    attend<Real>(Q + at, K + head, V + head, output + at, N, D, stride);
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
  attend_all<double>(Q, K, V, output, M, N, H, D);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
  attend_all<float>(Q, K, V, output, M, N, H, D);
}
