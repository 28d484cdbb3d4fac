#include <judge/product.h>
#include <judge/reference.h>

#include <cstring>

// The sums run over N: A is M x N, B is N x K.
extern "C" void reference(const float* A, const float* B, float* C, int M, int N, int K, int) {
  product::exact(A, B, C, M, K, N);
}

extern "C" void reference_f32(const float* A, const float* B, float* C, int M, int N, int K, int) {
  product::in_float(A, B, C, M, K, N);
}

// Exactly nnz elements are not zero, anywhere, and between -1 and 1; in cases named "wider" between -5 and 5.
extern "C" void generate(const char* case_name, std::uint64_t seed, float* A, float*, float*, int M, int N, int,
                         int nnz) {
  const JudgeRandom random(seed);
  const double bound = std::strncmp(case_name, "wider", 5) == 0 ? 5 : 1;
  const std::int64_t count = static_cast<std::int64_t>(M) * N;
  std::int64_t left = nnz;
  for (std::int64_t i = 0; i < count; ++i) {
    const bool given = random.uniform(2 * i, 0, 1) * static_cast<double>(count - i) < static_cast<double>(left);
    const double value = random.uniform(2 * i + 1, -bound, bound);
    A[i] = !given ? 0.0f : static_cast<float>(value) == 0 ? 1.0f : static_cast<float>(value);
    left -= given;
  }
}
