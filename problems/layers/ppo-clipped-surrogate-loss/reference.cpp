#include <judge/reference.h>

#include <vector>

template <typename Number> static Number element(float advantage, float log_pi, float log_pi_old, float clip_eps) {
  const Number ratio = std::exp(static_cast<Number>(log_pi) - log_pi_old), eps = clip_eps;
  const Number clipped = std::min(std::max(ratio, 1 - eps), 1 + eps);
  return std::min(ratio * advantage, clipped * advantage);
}

extern "C" void reference(const float* advantages, const float* log_pi, const float* log_pi_old, float* output,
                          float clip_eps, int B, int S) {
  const std::int64_t count = std::int64_t{B} * S;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::int64_t i = 0; i < count; ++i) sum += element<double>(advantages[i], log_pi[i], log_pi_old[i], clip_eps);
  *output = static_cast<float>(-sum / static_cast<double>(count));
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* advantages, const float* log_pi, const float* log_pi_old, float* output,
                              float clip_eps, int B, int S) {
  constexpr std::int64_t lanes = 4096;
  const std::int64_t count = std::int64_t{B} * S;
  std::vector<float> partial(lanes);
  for (std::int64_t i = 0; i < count; ++i)
    partial[i % lanes] += element<float>(advantages[i], log_pi[i], log_pi_old[i], clip_eps);
  for (std::int64_t width = lanes / 2; width > 0; width /= 2)
    for (std::int64_t i = 0; i < width; ++i) partial[i] += partial[i + width];
  *output = -partial[0] / static_cast<float>(count);
}

// Small advantages, and large ones in the last twentieth of the elements (the last one at least).
extern "C" void generate(const char*, std::uint64_t seed, float* advantages, float*, float*, float*, float, int B, int S) {
  const JudgeRandom random(seed);
  const std::int64_t count = std::int64_t{B} * S;
  for (std::int64_t i = 0; i < count; ++i)
    advantages[i] = static_cast<float>(random.normal(static_cast<std::uint64_t>(i)) * 0.1 + (i >= count - 1 - count / 20 ? 5 : 0));
}
