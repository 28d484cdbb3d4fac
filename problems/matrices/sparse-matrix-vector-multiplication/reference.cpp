#include <judge/reference.h>

namespace {

template <class Sum>
void multiply(const float* A, const float* x, float* y, int M, int N) {
#pragma omp parallel for
  for (int i = 0; i < M; ++i) {
    const float* row = A + static_cast<std::int64_t>(i) * N;
    Sum sum = 0;
    for (int j = 0; j < N; ++j) sum += Sum(row[j]) * x[j];
    y[i] = static_cast<float>(sum);
  }
}

}  // namespace

extern "C" void reference(const float* A, const float* x, float* y, int M, int N, int) { multiply<double>(A, x, y, M, N); }

// One running sum for each row: the least accurate of the honest ways.
extern "C" void reference_f32(const float* A, const float* x, float* y, int M, int N, int) {
  multiply<float>(A, x, y, M, N);
}

// Exactly nnz elements are not zero, anywhere, and between -10 and 10.
extern "C" void generate(const char*, std::uint64_t seed, float* A, float*, float*, int M, int N, int nnz) {
  const JudgeRandom random(seed);
  const std::int64_t count = static_cast<std::int64_t>(M) * N;
  std::int64_t left = nnz;
  for (std::int64_t i = 0; i < count; ++i) {
    const bool given = random.uniform(2 * i, 0, 1) * static_cast<double>(count - i) < static_cast<double>(left);
    const double value = random.uniform(2 * i + 1, -10, 10);
    A[i] = !given ? 0.0f : value == 0 ? 1.0f : static_cast<float>(value);
    left -= given;
  }
}
