#include <judge/reference.h>

// out is zeroed here, too.
extern "C" void reference(const float* A, int N, float* out) {
  int kept = 0;
  for (int i = 0; i < N; ++i) {
    out[kept] = A[i];
    kept += A[i] > 0;
  }
  if (kept < N) out[kept] = 0;
}

// One that is kept in each 1000, and the last of all.
extern "C" void generate(const char*, std::uint64_t seed, float* A, int N, float*) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) {
    const double size = random.uniform(static_cast<std::uint64_t>(i), 1, 1000);
    A[i] = static_cast<float>(i % 1000 == 500 || i == N - 1 ? size : -size);
  }
}
