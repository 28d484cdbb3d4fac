#include <judge/reference.h>

extern "C" void reference(const float* X, float* Y, int N) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) Y[i] = static_cast<float>(1 / (1 + std::exp(-static_cast<double>(X[i]))));
}

extern "C" void reference_f32(const float* X, float* Y, int N) {
  for (int i = 0; i < N; ++i) Y[i] = 1.0f / (1.0f + std::exp(-X[i]));
}
