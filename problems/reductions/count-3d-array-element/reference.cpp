#include <judge/reference.h>

extern "C" void reference(const int* input, int* output, int N, int M, int K, int P) {
  const std::int64_t elements = static_cast<std::int64_t>(N) * M * K;
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (std::int64_t i = 0; i < elements; ++i) count += input[i] == P;
  output[0] = count;
}

// P on the last slice, row and column, and nowhere else.
extern "C" void generate(const char*, std::uint64_t seed, int* input, int*, int N, int M, int K, int P) {
  const JudgeRandom random(seed);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      for (int k = 0; k < K; ++k) {
        const std::int64_t at = (static_cast<std::int64_t>(i) * M + j) * K + k;
        const bool edge = i == N - 1 || j == M - 1 || k == K - 1;
        input[at] = edge ? P : P + 1 + static_cast<int>(random.integer(static_cast<std::uint64_t>(at), 0, 3));
      }
}
