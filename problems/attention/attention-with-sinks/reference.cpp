#include <judge/reference.h>

#include <vector>

// One query; token j takes part if it is a sink or in the window. Real is double for the right answer, float as a good attempt would
// compute it.
template <class Real>
static void attend(const float* Q, const float* K, const float* V, float* output, int i, int d, int num_sinks, int window_size) {
  std::vector<Real> weights(i + 1), sums(d, 0);
  const std::int64_t row = d;
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  const int window = std::max(0, i - window_size + 1), sinks = std::min(num_sinks, window);  // sinks outside the window
  const auto each = [&](auto visit) {
    for (int j = 0; j < sinks; ++j) visit(j);
    for (int j = window; j <= i; ++j) visit(j);
  };
  Real largest = -INFINITY, total = 0;
  each([&](int j) {
    const float *q = Q + i * row, *k = K + j * row;
    Real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int c = 0; c < d; ++c) dot += static_cast<Real>(q[c]) * k[c];
    weights[j] = dot * scale;
    largest = std::max(largest, weights[j]);
  });
  each([&](int j) {
    const Real weight = std::exp(weights[j] - largest);
    total += weight;
    for (int c = 0; c < d; ++c) sums[c] += weight * V[j * row + c];
  });
  for (int c = 0; c < d; ++c) output[i * row + c] = static_cast<float>(sums[c] / total);
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int M, int d, int num_sinks, int window_size) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < M; ++i) attend<double>(Q, K, V, output, i, d, num_sinks, window_size);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int M, int d, int num_sinks,
                              int window_size) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < M; ++i) attend<float>(Q, K, V, output, i, d, num_sinks, window_size);
}
