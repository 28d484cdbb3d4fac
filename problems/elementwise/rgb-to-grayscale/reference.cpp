#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int width, int height) {
  const std::int64_t pixels = static_cast<std::int64_t>(width) * height;
#pragma omp parallel for
  for (std::int64_t i = 0; i < pixels; ++i)
    output[i] = static_cast<float>(0.299 * input[3 * i] + 0.587 * input[3 * i + 1] + 0.114 * input[3 * i + 2]);
}

extern "C" void reference_f32(const float* input, float* output, int width, int height) {
  const std::int64_t pixels = static_cast<std::int64_t>(width) * height;
  for (std::int64_t i = 0; i < pixels; ++i)
    output[i] = 0.299f * input[3 * i] + 0.587f * input[3 * i + 1] + 0.114f * input[3 * i + 2];
}
