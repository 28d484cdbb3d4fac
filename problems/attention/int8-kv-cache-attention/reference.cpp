#include <judge/reference.h>

#include <vector>

// One head. Real is double for the right answer, float as a good attempt would compute it.
template <class Real>
static void attend(const float* q, const std::int8_t* K, const std::int8_t* V, const float* k_scale, const float* v_scale, float* out,
                   int N, int d) {
  std::vector<Real> weights(N), sums(d, 0);
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  Real largest = -INFINITY, total = 0;
  for (int j = 0; j < N; ++j) {
    const std::int8_t* k = K + static_cast<std::int64_t>(j) * d;
    Real dot = 0;
#pragma omp simd reduction(+ : dot)
    for (int c = 0; c < d; ++c) dot += static_cast<Real>(q[c]) * k[c];
    weights[j] = dot * k_scale[j] * scale;
    largest = std::max(largest, weights[j]);
  }
  for (int j = 0; j < N; ++j) {
    const std::int8_t* v = V + static_cast<std::int64_t>(j) * d;
    const Real weight = std::exp(weights[j] - largest);
    total += weight;
    for (int c = 0; c < d; ++c) sums[c] += weight * v_scale[j] * v[c];
  }
  for (int c = 0; c < d; ++c) out[c] = static_cast<float>(sums[c] / total);
}

template <class Real>
static void attend_all(const float* Q, const std::int8_t* K, const std::int8_t* V, const float* k_scale, const float* v_scale,
                       float* output, int num_heads, int seq_len, int head_dim) {
#pragma omp parallel for
  for (std::int64_t h = 0; h < num_heads; ++h) {
    const std::int64_t rows = h * seq_len, at = h * head_dim;
    attend<Real>(Q + at, K + rows * head_dim, V + rows * head_dim, k_scale + rows, v_scale + rows, output + at, seq_len, head_dim);
  }
}

extern "C" void reference(const float* Q, const std::int8_t* K_int8, const std::int8_t* V_int8, const float* k_scale,
                          const float* v_scale, float* output, int num_heads, int seq_len, int head_dim) {
  attend_all<double>(Q, K_int8, V_int8, k_scale, v_scale, output, num_heads, seq_len, head_dim);
}

extern "C" void reference_f32(const float* Q, const std::int8_t* K_int8, const std::int8_t* V_int8, const float* k_scale,
                              const float* v_scale, float* output, int num_heads, int seq_len, int head_dim) {
  attend_all<float>(Q, K_int8, V_int8, k_scale, v_scale, output, num_heads, seq_len, head_dim);
}
