#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const double x = input[i];
    output[i] = static_cast<float>(x > 0 ? x : 0.01 * x);
  }
}

extern "C" void reference_f32(const float* input, float* output, int N) {
  for (int i = 0; i < N; ++i) output[i] = input[i] > 0 ? input[i] : 0.01f * input[i];
}
