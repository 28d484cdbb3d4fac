#include <judge/reference.h>

extern "C" void reference(const float* rewards, const float* values, float* advantages, float gamma, float lam, int B,
                          int S) {
  const double factor = static_cast<double>(gamma) * lam;
#pragma omp parallel for
  for (int row = 0; row < B; ++row) {
    const std::int64_t begin = static_cast<std::int64_t>(row) * S;
    double advantage = 0, next = 0;
    for (std::int64_t i = begin + S - 1; i >= begin; --i) {
      const double delta = rewards[i] + gamma * next - values[i];
      advantage = delta + factor * advantage;
      next = values[i];
      advantages[i] = static_cast<float>(advantage);
    }
  }
}

// As a good attempt would: pieces of 32 for themselves, then what comes in from the right times a power of the factor.
extern "C" void reference_f32(const float* rewards, const float* values, float* advantages, float gamma, float lam,
                              int B, int S) {
  const float factor = gamma * lam;
  for (int row = 0; row < B; ++row) {
    const std::int64_t begin = static_cast<std::int64_t>(row) * S;
    float carry = 0;
    for (std::int64_t end = begin + S; end > begin; end -= 32) {
      float power = 1, sum = 0;
      for (std::int64_t i = end - 1; i >= std::max(end - 32, begin); --i) {
        const float next = i + 1 < begin + S ? values[i + 1] : 0;
        sum = rewards[i] + gamma * next - values[i] + factor * sum;
        power *= factor;
        advantages[i] = sum + power * carry;
      }
      carry = sum + power * carry;
    }
  }
}
