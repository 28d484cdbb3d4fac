#include <judge/reference.h>

extern "C" void reference(const half* A, const half* B, half* result, int N) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) sum += static_cast<double>(static_cast<float>(A[i])) * static_cast<float>(B[i]);
  result[0] = static_cast<half>(static_cast<float>(sum));
}

// As a good attempt would: many partial sums in float, then the sum of those, rounded to half at the very end.
extern "C" void reference_f32(const half* A, const half* B, half* result, int N) {
  constexpr int lanes = 1024;
  float partial[lanes] = {};
  for (int i = 0; i < N; ++i) partial[i % lanes] += static_cast<float>(A[i]) * static_cast<float>(B[i]);
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) partial[i] += partial[i + width];
  result[0] = static_cast<half>(partial[0]);
}

// Zeros but for the two ends.
extern "C" void generate(const char*, std::uint64_t, half* A, half* B, half*, int N) {
  for (int i = 0; i < N; ++i) A[i] = half(0.0f), B[i] = half(1.0f);
  A[0] = half(3.0f);
  A[N - 1] = half(-4.5f);
}
