#include <judge/reference.h>

extern "C" void reference(const int* input, int* output, int N, int M, int K) {
  const std::int64_t elements = static_cast<std::int64_t>(N) * M;
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (std::int64_t i = 0; i < elements; ++i) count += input[i] == K;
  output[0] = count;
}

// K along the last row and the last column, and nowhere else.
extern "C" void generate(const char*, std::uint64_t seed, int* input, int*, int N, int M, int K) {
  const JudgeRandom random(seed);
  for (int row = 0; row < N; ++row)
    for (int col = 0; col < M; ++col) {
      const std::int64_t i = static_cast<std::int64_t>(row) * M + col;
      const bool edge = row == N - 1 || col == M - 1;
      input[i] = edge ? K : K + 1 + static_cast<int>(random.integer(static_cast<std::uint64_t>(i), 0, 3));
    }
}
