#include <judge/reference.h>

extern "C" void reference(float* input, int N) {
#pragma omp parallel for
  for (int i = 0; i < N / 2; ++i) std::swap(input[i], input[N - 1 - i]);
}
