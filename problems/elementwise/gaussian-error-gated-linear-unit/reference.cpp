#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
  const int half = N / 2;
#pragma omp parallel for
  for (int i = 0; i < half; ++i) {
    const double x = input[half + i];
    output[i] = static_cast<float>(input[i] * 0.5 * x * std::erfc(-x * 0.70710678118654752440));
  }
}

extern "C" void reference_f32(const float* input, float* output, int N) {
  const int half = N / 2;
  for (int i = 0; i < half; ++i) {
    const float x = input[half + i];
    output[i] = input[i] * (0.5f * x * (1.0f + std::erf(x * 0.70710678f)));
  }
}
