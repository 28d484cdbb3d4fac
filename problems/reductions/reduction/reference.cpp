#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) sum += input[i];
  output[0] = static_cast<float>(sum);
}

// As a good attempt would: many partial sums, then the sum of those.
extern "C" void reference_f32(const float* input, float* output, int N) {
  constexpr int lanes = 1024;
  float partial[lanes] = {};
  for (int i = 0; i < N; ++i) partial[i % lanes] += input[i];
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  output[0] = partial[0];
}

// Zeros but for the two ends.
extern "C" void generate(const char*, std::uint64_t, float* input, float*, int N) {
  std::fill(input, input + N, 0.0f);
  input[0] = 3;
  input[N - 1] = 0.25f;
}
