#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
  double largest = input[0], sum = 0;
#pragma omp parallel for reduction(max : largest)
  for (int i = 0; i < N; ++i) largest = std::max(largest, static_cast<double>(input[i]));
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) sum += std::exp(input[i] - largest);
#pragma omp parallel for
  for (int i = 0; i < N; ++i) output[i] = static_cast<float>(std::exp(input[i] - largest) / sum);
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* input, float* output, int N) {
  constexpr int lanes = 1024;
  float partial[lanes] = {}, largest = input[0];
  for (int i = 0; i < N; ++i) largest = std::max(largest, input[i]);
  for (int i = 0; i < N; ++i) partial[i % lanes] += std::exp(input[i] - largest);
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  for (int i = 0; i < N; ++i) output[i] = std::exp(input[i] - largest) / partial[0];
}

// One element far above all others, at a place of its own.
extern "C" void generate(const char*, std::uint64_t seed, float* input, float*, int N) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) input[i] = static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), -1, 1));
  input[random.integer(static_cast<std::uint64_t>(N), 0, N)] = 12;
}
