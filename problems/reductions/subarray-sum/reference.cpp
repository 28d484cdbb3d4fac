#include <judge/reference.h>

extern "C" void reference(const int* input, int* output, int, int S, int E) {
  std::int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = S; i <= E; ++i) sum += input[i];
  output[0] = static_cast<int>(sum);
}

// 1 within, 10 at the two ends that count, 7 outside.
extern "C" void generate(const char*, std::uint64_t, int* input, int*, int N, int S, int E) {
  for (int i = 0; i < N; ++i) input[i] = i < S || i > E ? 7 : 1;
  input[S] = input[E] = 10;
}
