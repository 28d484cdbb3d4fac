#include <judge/reference.h>

#include <vector>

template <class Real>
static Real feature(float x) {
  return x > 0 ? static_cast<Real>(x) + 1 : std::exp(static_cast<Real>(x));
}

// Real is double for the right answer, float as a good attempt would compute it. The sums over the tokens are taken in parts of 128 tokens.
template <class Real>
static void attend(const float* Q, const float* K, const float* V, float* output, int M, int d) {
  constexpr int part = 128;
  const std::int64_t row = d + 1;  // the last column belongs to the sum of the features
  const int parts = (M + part - 1) / part;
  std::vector<Real> states(static_cast<std::size_t>(parts) * d * row, 0);
#pragma omp parallel for
  for (int p = 0; p < parts; ++p) {
    Real* state = &states[static_cast<std::size_t>(p) * d * row];
    for (std::int64_t j = static_cast<std::int64_t>(p) * part; j < std::min(M, (p + 1) * part); ++j)
      for (int a = 0; a < d; ++a) {
        const Real key = feature<Real>(K[j * d + a]);
        for (int b = 0; b < d; ++b) state[a * row + b] += key * V[j * d + b];
        state[a * row + d] += key;
      }
  }
  for (std::int64_t p = 1; p < parts; ++p)
    for (std::int64_t e = 0; e < d * row; ++e) states[e] += states[p * d * row + e];
#pragma omp parallel for
  for (int i = 0; i < M; ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) * d;
    std::vector<Real> sums(row, 0);
    for (int a = 0; a < d; ++a) {
      const Real query = feature<Real>(Q[at + a]);
      for (int b = 0; b <= d; ++b) sums[b] += query * states[a * row + b];
    }
    for (int b = 0; b < d; ++b) output[at + b] = static_cast<float>(sums[b] / sums[d]);
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int M, int d) {
  attend<double>(Q, K, V, output, M, d);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int M, int d) {
  attend<float>(Q, K, V, output, M, d);
}
