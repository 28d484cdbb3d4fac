#include <judge/reference.h>

extern "C" void reference(const float* a, const float* x, float* h, int B, int L) {
#pragma omp parallel for
  for (int row = 0; row < B; ++row) {
    const std::int64_t begin = static_cast<std::int64_t>(row) * L;
    double last = 0;
    for (std::int64_t i = begin; i < begin + L; ++i) {
      last = i == begin ? x[i] : a[i] * last + x[i];
      h[i] = static_cast<float>(last);
    }
  }
}

// As a good attempt would: pieces of 32 for themselves, then what comes in from the left times the product of all a.
extern "C" void reference_f32(const float* a, const float* x, float* h, int B, int L) {
  for (int row = 0; row < B; ++row) {
    const std::int64_t begin = static_cast<std::int64_t>(row) * L, end = begin + L;
    float carry = 0;
    for (std::int64_t piece = begin; piece < end; piece += 32) {
      float product = 1, sum = 0;
      for (std::int64_t i = piece; i < std::min(piece + 32, end); ++i) {
        sum = a[i] * sum + x[i];
        product *= a[i];
        h[i] = product * carry + sum;
      }
      carry = product * carry + sum;
    }
  }
}

// 1 but for one in 4000, which is a half: what is far back counts, and float32 sums stay exact or nearly.
extern "C" void generate(const char*, std::uint64_t seed, float* a, float*, float*, int B, int L) {
  const JudgeRandom random(seed);
  const std::int64_t count = static_cast<std::int64_t>(B) * L;
#pragma omp parallel for
  for (std::int64_t i = 0; i < count; ++i) a[i] = random.integer(static_cast<std::uint64_t>(i), 0, 4000) == 0 ? 0.5f : 1.0f;
}
