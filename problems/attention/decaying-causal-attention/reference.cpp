#include <judge/reference.h>

#include <vector>

// Real is double for the right answer, float as a good attempt would compute it. A decay of less than 1e-60 is left out.
template <class Real>
static void attend(const float* Q, const float* K, const float* V, float* output, int seq_len, int d_model, float gamma) {
  const std::int64_t d = d_model;
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < seq_len; ++i) {
    std::vector<Real> sums(d, 0);
    for (int j = i; j >= 0; --j) {
      const double decay = std::pow(static_cast<double>(gamma), i - j);  // 0^0 is 1
      if (decay < 1e-60) break;
      const float *q = Q + i * d, *k = K + j * d, *v = V + j * d;
      Real dot = 0;
#pragma omp simd reduction(+ : dot)
      for (int c = 0; c < d_model; ++c) dot += static_cast<Real>(q[c]) * k[c];
      const Real weight = dot * scale * static_cast<Real>(decay);
      for (int c = 0; c < d_model; ++c) sums[c] += weight * v[c];
    }
    for (int c = 0; c < d_model; ++c) output[i * d + c] = static_cast<float>(sums[c]);
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int seq_len, int d_model, float gamma) {
  attend<double>(Q, K, V, output, seq_len, d_model, gamma);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int seq_len, int d_model, float gamma) {
  attend<float>(Q, K, V, output, seq_len, d_model, gamma);
}
