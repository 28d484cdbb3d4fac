#include <judge/reference.h>

extern "C" void reference(const int* input, int* output, int N, int K) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < N; ++i) count += input[i] == K;
  output[0] = count;
}

// K at both ends and nowhere else.
extern "C" void generate(const char*, std::uint64_t seed, int* input, int*, int N, int K) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i) input[i] = K + 1 + static_cast<int>(random.integer(static_cast<std::uint64_t>(i), 0, 3));
  input[0] = input[N - 1] = K;
}
