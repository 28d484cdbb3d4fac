#include <judge/product.h>
#include <judge/reference.h>

// Here the sums run over N: A is M x N, B is N x K.
extern "C" void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  product::exact(A, B, C, M, K, N);
}

extern "C" void reference_f32(const float* A, const float* B, float* C, int M, int N, int K) {
  product::in_float(A, B, C, M, K, N);
}

// A is the identity, or a permutation of its rows.
extern "C" void generate(const char*, std::uint64_t seed, float* A, float*, float*, int M, int N, int) {
  const int shift = static_cast<int>(JudgeRandom(seed).integer(0, 0, N));
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[static_cast<std::int64_t>(i) * N + j] = j == (i + shift) % N;
}
