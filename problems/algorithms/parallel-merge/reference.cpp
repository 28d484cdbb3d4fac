#include <judge/reference.h>

extern "C" void reference(const float* A, const float* B, float* C, int M, int N) { std::merge(A, A + M, B, B + N, C); }

// Whole numbers from 0 to 4.
extern "C" void generate(const char*, std::uint64_t seed, float* A, float* B, float*, int M, int N) {
  const JudgeRandom of_a(seed + 1), of_b(seed + 2);
  for (int i = 0; i < M; ++i) A[i] = static_cast<float>(of_a.integer(static_cast<std::uint64_t>(i), 0, 5));
  for (int i = 0; i < N; ++i) B[i] = static_cast<float>(of_b.integer(static_cast<std::uint64_t>(i), 0, 5));
  std::sort(A, A + M);
  std::sort(B, B + N);
}
