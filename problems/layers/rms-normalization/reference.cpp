#include <judge/reference.h>

extern "C" void reference(const float* input, float gamma, float beta, float* output, int N, float eps) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) sum += static_cast<double>(input[i]) * input[i];
  const double root = std::sqrt(sum / N + eps);
#pragma omp parallel for
  for (int i = 0; i < N; ++i) output[i] = static_cast<float>(gamma * input[i] / root + beta);
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* input, float gamma, float beta, float* output, int N, float eps) {
  constexpr int lanes = 1024;
  float partial[lanes] = {};
  for (int i = 0; i < N; ++i) partial[i % lanes] += input[i] * input[i];
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  const float scale = 1.0f / std::sqrt(partial[0] / static_cast<float>(N) + eps);
  for (int i = 0; i < N; ++i) output[i] = gamma * (input[i] * scale) + beta;
}

// Small numbers, and a large one at a place of its own.
extern "C" void generate(const char*, std::uint64_t seed, float* input, float, float, float*, int N, float) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) input[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), -1, 1));
  input[random.integer(static_cast<std::uint64_t>(N), 0, N)] = 100;
}
