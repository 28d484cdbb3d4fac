#include <judge/reference.h>

#include <string>
#include <vector>

namespace {

template <class Real>
void transform(const float* input, float* output, std::int64_t B, std::int64_t N) {
  const Real scale = 1 / std::sqrt(static_cast<Real>(N));
#pragma omp parallel for if (B * N > 100000)
  for (std::int64_t b = 0; b < B; ++b) {
    std::vector<Real> row(input + b * N, input + (b + 1) * N);
    for (std::int64_t half = 1; half < N; half *= 2)
      for (std::int64_t base = 0; base < N; base += 2 * half)
        for (std::int64_t i = base; i < base + half; ++i) {
          const Real a = row[i], c = row[i + half];
          row[i] = a + c;
          row[i + half] = a - c;
        }
    for (std::int64_t i = 0; i < N; ++i) output[b * N + i] = static_cast<float>(row[i] * scale);
  }
}

}  // namespace

extern "C" void reference(const float* input, float* output, int B, int N) { transform<double>(input, output, B, N); }

extern "C" void reference_f32(const float* input, float* output, int B, int N) { transform<float>(input, output, B, N); }

// In each row a single one, or a row of the matrix: then a single element of the result is not zero.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* input, float*, int B, int N) {
  const JudgeRandom random(seed);
  const bool walsh = std::string(case_name).rfind("one function", 0) == 0;
  for (int b = 0; b < B; ++b) {
    const auto place = random.integer(static_cast<std::uint64_t>(b), 0, N);
    for (int i = 0; i < N; ++i) {
      const float sign = __builtin_parity(static_cast<unsigned>(place & i)) ? -1.0f : 1.0f;
      input[static_cast<std::int64_t>(b) * N + i] = walsh ? sign : i == place ? 1.0f : 0.0f;
    }
  }
}
