#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) output[i] = input[i] > 0 ? input[i] : 0.0f;
}
