#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

// Newton's method from zero, in Real. Gives whether it settled within 30 steps at a place that is well determined: no
// number beyond `most`, no diagonal element left of the factorisation below `least` times the largest of the matrix.
template <class Real>
bool newton(const float* X, const float* y, std::vector<Real>& beta, std::int64_t n, std::int64_t p, double most,
            double least) {
  beta.assign(p, 0);
  bool settled = false;
  for (int round = 0; round < 30 && !settled; ++round) {
    std::vector<Real> a(p * p, 0), step(p, 0);
    for (std::int64_t i = 0; i < n; ++i) {
      Real eta = 0;
      for (std::int64_t j = 0; j < p; ++j) eta += X[i * p + j] * beta[j];
      const Real q = 1 / (1 + std::exp(-eta)), weight = q * (1 - q);
      for (std::int64_t j = 0; j < p; ++j) {
        step[j] += X[i * p + j] * (y[i] - q);
        for (std::int64_t k = 0; k <= j; ++k) a[j * p + k] += weight * X[i * p + j] * X[i * p + k];
      }
    }
    Real largest = 0;
    for (std::int64_t k = 0; k < p; ++k) largest = std::max(largest, a[k * p + k]);
    for (std::int64_t k = 0; k < p; ++k) {
      for (std::int64_t l = 0; l < k; ++l) a[k * p + k] -= a[k * p + l] * a[k * p + l];
      if (!(static_cast<double>(a[k * p + k]) > least * static_cast<double>(largest))) return false;
      a[k * p + k] = std::sqrt(a[k * p + k]);
      for (std::int64_t j = k + 1; j < p; ++j) {
        for (std::int64_t l = 0; l < k; ++l) a[j * p + k] -= a[j * p + l] * a[k * p + l];
        a[j * p + k] /= a[k * p + k];
      }
    }
    for (std::int64_t k = 0; k < p; ++k) {
      for (std::int64_t l = 0; l < k; ++l) step[k] -= a[k * p + l] * step[l];
      step[k] /= a[k * p + k];
    }
    double length = 0;
    for (std::int64_t k = p - 1; k >= 0; --k) {
      for (std::int64_t l = k + 1; l < p; ++l) step[k] -= a[l * p + k] * step[l];
      step[k] /= a[k * p + k];
      beta[k] += step[k];
      if (!(std::abs(static_cast<double>(beta[k])) <= most)) return false;
      length = std::max(length, std::abs(static_cast<double>(step[k])));
    }
    settled = length < (sizeof(Real) == 8 ? 1e-12 : 1e-5);
  }
  return settled;
}

}  // namespace

extern "C" void reference(const float* X, const float* y, float* beta, int n_samples, int n_features) {
  std::vector<double> exact;
  newton(X, y, exact, n_samples, n_features, 1e6, 1e-12);
  for (int k = 0; k < n_features; ++k) beta[k] = static_cast<float>(exact[k]);
}

extern "C" void reference_f32(const float* X, const float* y, float* beta, int n_samples, int n_features) {
  std::vector<float> found;
  newton(X, y, found, n_samples, n_features, 1e6, 1e-6);
  std::copy(found.begin(), found.end(), beta);
}

// Within 1e-2 absolute plus 1e-2 relative error; where a plane divides the samples, so that no beta is best, the model must
// be sure of each.
extern "C" bool check(const float* X, const float* y, const float* beta, int n_samples, int n_features, JudgeCheck* report) {
  std::vector<double> exact;
  if (newton(X, y, exact, n_samples, n_features, 1e6, 1e-12)) {
    for (int k = 0; k < n_features; ++k)
      if (!(std::abs(beta[k] - exact[k]) <= 1e-2 + 1e-2 * std::abs(exact[k])))
        return judge_reject(report, "beta[%d] is %.7g, %.7g is right", k, static_cast<double>(beta[k]), exact[k]);
    return true;
  }
  for (std::int64_t i = 0; i < n_samples; ++i) {
    double eta = 0;
    for (std::int64_t j = 0; j < n_features; ++j) eta += static_cast<double>(X[i * n_features + j]) * beta[j];
    const double q = 1 / (1 + std::exp(-eta));
    if (!(std::abs(q - y[i]) <= 1e-2))
      return judge_reject(report, "sample %lld gets the probability %.4g, and is a %g", static_cast<long long>(i), q,
                          static_cast<double>(y[i]));
  }
  return true;
}

// The identity twice, zeros and ones in turn: LeetGPU's timed data.
static void identity_twice(float* X, float* y, std::int64_t n, std::int64_t p) {
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < p; ++j) X[i * p + j] = i % p == j;
    y[i] = i % 2;
  }
}

// Rounding X to bfloat16 moves the answer by more than twice what is allowed.
static bool digits_tell(const float* X, const float* y, const std::vector<double>& exact, std::int64_t n, std::int64_t p) {
  std::vector<float> rounded(X, X + n * p);
  for (float& x : rounded) x = __bfloat162float(__float2bfloat16(x));
  std::vector<double> found;
  if (!newton(rounded.data(), y, found, n, p, 1e6, 1e-12)) return true;
  for (std::int64_t k = 0; k < p; ++k)
    if (std::abs(found[k] - exact[k]) > 2 * (1e-2 + 1e-2 * std::abs(exact[k]))) return true;
  return false;
}

// Draws until the two kinds of samples cannot be told apart by any plane, so that there is a finite answer, and until
// that is well determined.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* X, float* y, float*, int n_samples,
                         int n_features) {
  const std::string name = case_name;
  const auto starts = [&](const char* with) { return name.rfind(with, 0) == 0; };
  const std::int64_t n = n_samples, p = n_features;
  if (starts("as LeetGPU")) return identity_twice(X, y, n, p);
  const double scale = starts("up to ten") ? 10 : starts("small numbers") ? 0.3 : 1;
  const bool twice = starts("samples twice"), ones = starts("mostly ones"), digits = starts("the last digits");
  std::vector<double> found;
  for (std::uint64_t attempt = 0; attempt < 100000; ++attempt) {
    const JudgeRandom of_x(seed + 2 * attempt), of_y(seed + 2 * attempt + 1);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t row = twice ? i % (n / 2) : i;
      for (std::int64_t j = 0; j < p; ++j) {
        const double v = of_x.uniform(static_cast<std::uint64_t>(row * p + j), -scale, scale);
        X[i * p + j] = static_cast<float>(ones && j == 0 ? 1 : digits && j > 0 ? 0.1 * v : v);
      }
      y[i] = of_y.uniform(static_cast<std::uint64_t>(i)) < (ones ? 0.75 : 0.5);
    }
    if (twice)
      for (std::int64_t i = 0; i < n / 2; ++i) y[i + n / 2] = i % 8 < 5 ? 1 - y[i] : y[i];
    // Nor is any element of the answer so near to zero that zero would do.
    if (newton(X, y, found, n, p, digits ? 40 : 4 / scale, digits ? 3e-4 : 0.03) && (!digits || digits_tell(X, y, found, n, p)) &&
        std::all_of(found.begin(), found.end(), [&](double b) { return std::abs(b) > 0.03; }))
      return;
  }
}
