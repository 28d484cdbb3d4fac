#include <judge/reference.h>

#include <vector>

template <class Real>
static Real dot(const float* a, const float* b, int d) {
  Real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int c = 0; c < d; ++c) sum += static_cast<Real>(a[c]) * b[c];
  return sum;
}

template <class Real>
static void add(std::vector<Real>& to, Real factor, const float* row) {
  for (std::size_t c = 0; c < to.size(); ++c) to[c] += factor * row[c];
}

// Real is double for the right answer, float as a good attempt would compute it: a pass over the queries, then one over the keys, in which
// scores are computed again.
template <class Real>
static void backward(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N, int d) {
  const std::int64_t row = d;
  const Real scale = 1 / std::sqrt(static_cast<Real>(d));
  std::vector<Real> largest(M), total(M), mean(M);  // of the scores, of exp(score - largest), of dO . V under the weights
#pragma omp parallel for
  for (int i = 0; i < M; ++i) {
    std::vector<Real> weights(N), slopes(N), sums(d, 0);
    largest[i] = -INFINITY, total[i] = 0;
    Real sum = 0;
    for (int j = 0; j < N; ++j) {
      weights[j] = dot<Real>(Q + i * row, K + j * row, d) * scale;
      slopes[j] = dot<Real>(dO + i * row, V + j * row, d);
      largest[i] = std::max(largest[i], weights[j]);
    }
    for (int j = 0; j < N; ++j) {
      weights[j] = std::exp(weights[j] - largest[i]);
      total[i] += weights[j];
      sum += weights[j] * slopes[j];
    }
    mean[i] = sum / total[i];
    for (int j = 0; j < N; ++j) add(sums, weights[j] / total[i] * (slopes[j] - mean[i]) * scale, K + j * row);
    for (int c = 0; c < d; ++c) dQ[i * row + c] = static_cast<float>(sums[c]);
  }
#pragma omp parallel for
  for (int j = 0; j < N; ++j) {
    std::vector<Real> keys(d, 0), values(d, 0);
    for (int i = 0; i < M; ++i) {
      const Real score = dot<Real>(Q + i * row, K + j * row, d) * scale, slope = dot<Real>(dO + i * row, V + j * row, d);
      const Real weight = std::exp(score - largest[i]) / total[i];
      add(keys, weight * (slope - mean[i]) * scale, Q + i * row);
      add(values, weight, dO + i * row);
    }
    for (int c = 0; c < d; ++c) {
      dK[j * row + c] = static_cast<float>(keys[c]);
      dV[j * row + c] = static_cast<float>(values[c]);
    }
  }
}

extern "C" void reference(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M, int N,
                          int d) {
  backward<double>(Q, K, V, dO, dQ, dK, dV, M, N, d);
}

extern "C" void reference_f32(const float* Q, const float* K, const float* V, const float* dO, float* dQ, float* dK, float* dV, int M,
                              int N, int d) {
  backward<float>(Q, K, V, dO, dQ, dK, dV, M, N, d);
}
