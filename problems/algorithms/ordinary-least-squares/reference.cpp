#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

// By Householder reflections, which do not square the condition as the normal equations do.
std::vector<double> least_squares(const float* X, const float* y, std::int64_t n, std::int64_t p) {
  std::vector<double> a(X, X + n * p), b(y, y + n);
  for (std::int64_t k = 0; k < p; ++k) {
    double norm = 0;
    for (std::int64_t i = k; i < n; ++i) norm += a[i * p + k] * a[i * p + k];
    norm = std::sqrt(norm);
    const double alpha = a[k * p + k] > 0 ? -norm : norm;
    std::vector<double> v(n - k);
    for (std::int64_t i = k; i < n; ++i) v[i - k] = a[i * p + k];
    v[0] -= alpha;
    double vv = 0;
    for (const double x : v) vv += x * x;
    if (vv == 0) continue;
    for (std::int64_t j = k; j < p; ++j) {
      double dot = 0;
      for (std::int64_t i = k; i < n; ++i) dot += v[i - k] * a[i * p + j];
      for (std::int64_t i = k; i < n; ++i) a[i * p + j] -= 2 * dot / vv * v[i - k];
    }
    double dot = 0;
    for (std::int64_t i = k; i < n; ++i) dot += v[i - k] * b[i];
    for (std::int64_t i = k; i < n; ++i) b[i] -= 2 * dot / vv * v[i - k];
  }
  std::vector<double> beta(p);
  for (std::int64_t k = p - 1; k >= 0; --k) {
    double sum = b[k];
    for (std::int64_t j = k + 1; j < p; ++j) sum -= a[k * p + j] * beta[j];
    beta[k] = sum / a[k * p + k];
  }
  return beta;
}

// The normal equations by Cholesky; what is left of a diagonal element, as a part of what it was, at the least.
template <class Real>
double normal_equations(const float* X, const float* y, Real* beta, std::int64_t n, std::int64_t p) {
  std::vector<Real> a(p * p);
  for (std::int64_t j = 0; j < p; ++j) {
    Real sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += static_cast<Real>(X[i * p + j]) * y[i];
    beta[j] = sum;
    for (std::int64_t k = 0; k <= j; ++k) {
      Real product = 0;
      for (std::int64_t i = 0; i < n; ++i) product += static_cast<Real>(X[i * p + j]) * X[i * p + k];
      a[j * p + k] = product;
    }
  }
  double least = 1;
  for (std::int64_t k = 0; k < p; ++k) {
    const double before = static_cast<double>(a[k * p + k]);
    for (std::int64_t l = 0; l < k; ++l) a[k * p + k] -= a[k * p + l] * a[k * p + l];
    const double left = static_cast<double>(a[k * p + k]);
    if (!(left > 1e-9 * before)) return 0;
    least = std::min(least, left / before);
    a[k * p + k] = std::sqrt(a[k * p + k]);
    for (std::int64_t j = k + 1; j < p; ++j) {
      for (std::int64_t l = 0; l < k; ++l) a[j * p + k] -= a[j * p + l] * a[k * p + l];
      a[j * p + k] /= a[k * p + k];
    }
  }
  for (std::int64_t k = 0; k < p; ++k) {
    for (std::int64_t l = 0; l < k; ++l) beta[k] -= a[k * p + l] * beta[l];
    beta[k] /= a[k * p + k];
  }
  for (std::int64_t k = p - 1; k >= 0; --k) {
    for (std::int64_t l = k + 1; l < p; ++l) beta[k] -= a[l * p + k] * beta[l];
    beta[k] /= a[k * p + k];
  }
  return least;
}

}  // namespace

extern "C" void reference(const float* X, const float* y, float* beta, int n_samples, int n_features) {
  const std::vector<double> exact = least_squares(X, y, n_samples, n_features);
  for (int k = 0; k < n_features; ++k) beta[k] = static_cast<float>(exact[k]);
}

extern "C" void reference_f32(const float* X, const float* y, float* beta, int n_samples, int n_features) {
  normal_equations<float>(X, y, beta, n_samples, n_features);
}

// Columns that are far enough from depending on each other: the normal equations lose no more than two digits.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* X, float* y, float*, int n_samples,
                         int n_features) {
  const std::string name = case_name;
  const auto starts = [&](const char* with) { return name.rfind(with, 0) == 0; };
  const std::int64_t n = n_samples, p = n_features;
  const double scale = starts("large numbers") ? 300 : starts("small numbers") ? 0.01 : 1;
  const bool alike = starts("columns that are much alike");
  std::vector<double> beta(p);
  for (std::uint64_t attempt = 0; attempt < 1000; ++attempt) {
    const JudgeRandom of_x(seed + 3 * attempt), of_beta(seed + 3 * attempt + 1), noise(seed + 3 * attempt + 2);
    for (std::int64_t k = 0; k < p; ++k) beta[k] = of_beta.uniform(static_cast<std::uint64_t>(k), -2, 2);
    if (starts("one number far larger")) beta[p / 2] *= 100;   // rounded inputs shift the others
    for (std::int64_t i = 0; i < n; ++i) {
      const double common = alike ? of_x.normal(static_cast<std::uint64_t>(n * p + i)) : 0;
      double sum = 0;
      for (std::int64_t j = 0; j < p; ++j) {
        double v = of_x.uniform(static_cast<std::uint64_t>(i * p + j), -1, 1);
        if (alike) v = common + 0.3 * v;
        else if (starts("a triangle")) v = j > i ? 0 : i == j ? 1 + 0.5 * v : 0.5 * v;
        else if (starts("as LeetGPU")) v = i == j;
        else if (n < p + 4 && i == j) v += v < 0 ? -2 : 2;   // few samples: hardly ever well conditioned by themselves
        else if (n < p + 4) v *= 1.5 / std::sqrt(static_cast<double>(p));
        X[i * p + j] = static_cast<float>(scale * v);
        sum += X[i * p + j] * beta[j];
      }
      if (!starts("y is zero") && !starts("as LeetGPU"))
        y[i] = static_cast<float>(
            sum + (starts("y is an exact") ? 0 : scale * noise.normal(static_cast<std::uint64_t>(i), 0, 0.3)));
    }
    // Nor is any element of the answer so near to zero that zero would do, but where y is zero.
    std::vector<double> found(p);
    if (normal_equations<double>(X, y, found.data(), n, p) < 0.01) continue;
    if (starts("y is zero") || std::all_of(found.begin(), found.end(), [](double b) { return std::abs(b) > 0.02; }))
      return;
  }
}
