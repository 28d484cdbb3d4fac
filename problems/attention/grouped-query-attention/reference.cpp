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
static void attend_all(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                       int head_dim) {
  const std::int64_t head_size = static_cast<std::int64_t>(seq_len) * head_dim;
#pragma omp parallel for
  for (std::int64_t row = 0; row < static_cast<std::int64_t>(num_q_heads) * seq_len; ++row) {
    const std::int64_t kv = row / seq_len / (num_q_heads / num_kv_heads) * head_size;
    attend<Real>(Q + row * head_dim, K + kv, V + kv, output + row * head_dim, seq_len, head_dim);
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads, int seq_len,
                          int head_dim) {
  attend_all<double>(Q, K, V, output, num_q_heads, num_kv_heads, seq_len, head_dim);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, float* output, int num_q_heads, int num_kv_heads,
                              int seq_len, int head_dim) {
  attend_all<float>(Q, K, V, output, num_q_heads, num_kv_heads, seq_len, head_dim);
}
