#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
  const int half = N / 2;
#pragma omp parallel for
  for (int i = 0; i < half; ++i) {
    const double x = input[i], gate = input[half + i];
    output[i] = static_cast<float>(x / (1 + std::exp(-x)) * gate);
  }
}

extern "C" void reference_f32(const float* input, float* output, int N) {
  const int half = N / 2;
  for (int i = 0; i < half; ++i) output[i] = input[i] * (1.0f / (1.0f + std::exp(-input[i]))) * input[half + i];
}
