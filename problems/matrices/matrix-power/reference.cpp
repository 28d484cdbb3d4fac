#include <judge/reference.h>

#include <cstring>
#include <vector>

namespace {

template <class Number>
std::vector<Number> product(const std::vector<Number>& a, const std::vector<Number>& b, int n) {
  std::vector<Number> c(a.size());
#pragma omp parallel for if (n > 32)
  for (int i = 0; i < n; ++i) {
    Number* row = &c[static_cast<std::size_t>(i) * n];
    for (int k = 0; k < n; ++k) {
      const Number factor = a[static_cast<std::size_t>(i) * n + k];
      const Number* from = &b[static_cast<std::size_t>(k) * n];
      for (int j = 0; j < n; ++j) row[j] += factor * from[j];
    }
  }
  return c;
}

}  // namespace

extern "C" void reference(const float* input, float* output, int N, int P) {
  std::vector<double> square(input, input + static_cast<std::int64_t>(N) * N), result;
  for (int power = P;; square = product(square, square, N)) {
    if (power % 2 == 1) result = result.empty() ? square : product(result, square, N);
    if ((power /= 2) == 0) break;
  }
  for (std::size_t i = 0; i < result.size(); ++i) output[i] = static_cast<float>(result[i]);
}

// One factor after the other.
extern "C" void reference_f32(const float* input, float* output, int N, int P) {
  const std::vector<float> factor(input, input + static_cast<std::int64_t>(N) * N);
  std::vector<float> result = factor;
  for (int i = 1; i < P; ++i) result = product(result, factor, N);
  std::copy(result.begin(), result.end(), output);
}

// "rotation": a permutation's matrix, each row moved by one more than the one before. Otherwise a random matrix whose
// powers stay about as large as itself.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* input, float*, int N, int) {
  const JudgeRandom random(seed);
  if (std::strncmp(case_name, "rotation", 8) == 0) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) input[static_cast<std::int64_t>(i) * N + j] = j == (i + 1) % N;
    return;
  }
  const double scale = std::sqrt(3.0 / N);
  for (std::int64_t i = 0; i < std::int64_t(N) * N; ++i)
    input[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), -scale, scale));
}
