#include <judge/reference.h>

extern "C" void reference(const float* y_samples, float* result, float a, float b, int n_samples) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n_samples; ++i) sum += y_samples[i];
  result[0] = static_cast<float>((static_cast<double>(b) - a) * sum / n_samples);
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* y_samples, float* result, float a, float b, int n_samples) {
  constexpr int lanes = 1024;
  float partial[lanes] = {};
  for (int i = 0; i < n_samples; ++i) partial[i % lanes] += y_samples[i];
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  result[0] = (b - a) * (partial[0] / static_cast<float>(n_samples));
}

// Samples of y = x * x at random places of [a, b).
extern "C" void generate(const char*, std::uint64_t seed, float* y_samples, float*, float a, float b, int n_samples) {
  const JudgeRandom random(seed);
  for (int i = 0; i < n_samples; ++i) {
    const double x = random.uniform(static_cast<std::uint64_t>(i), a, b);
    y_samples[i] = static_cast<float>(x * x);
  }
}
