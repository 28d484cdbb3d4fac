#include <judge/reference.h>

#include <vector>

// C = A B for row-major A (M by K) and B (K by N). A panel of columns stays in the cache while rows pass, 16 at a time; each
// element of B is turned into a double once for those 16.
template <typename Number, typename Left>
static std::vector<Number> product(const Left* A, const float* B, std::int64_t M, std::int64_t K, std::int64_t N) {
  constexpr std::int64_t rows = 16, columns = 128;
  std::vector<Number> C(static_cast<std::size_t>(M * N));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t n = 0; n < N; n += columns) {
    const std::int64_t width = std::min(columns, N - n);
    for (std::int64_t m = 0; m < M; m += rows) {
      const std::int64_t height = std::min(rows, M - m);
      Number sums[rows][columns] = {}, b[columns] = {};
      for (std::int64_t k = 0; k < K; ++k) {
        for (std::int64_t j = 0; j < width; ++j) b[j] = B[k * N + n + j];
        for (std::int64_t i = 0; i < height; ++i) {
          const Number a = A[(m + i) * K + k];
          for (std::int64_t j = 0; j < columns; ++j) sums[i][j] += a * b[j];
        }
      }
      for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j) C[static_cast<std::size_t>((m + i) * N + n + j)] = sums[i][j];
    }
  }
  return C;
}

template <typename Number>
static void block(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output, int M,
                  int d_model, int d_ffn) {
  std::vector<Number> gate = product<Number>(x, W_gate, M, d_model, d_ffn);
  const std::vector<Number> up = product<Number>(x, W_up, M, d_model, d_ffn);
  for (std::size_t i = 0; i < gate.size(); ++i) gate[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
  const std::vector<Number> down = product<Number>(gate.data(), W_down, M, d_ffn, d_model);
  for (std::size_t i = 0; i < down.size(); ++i) output[i] = static_cast<float>(down[i]);
}

extern "C" void reference(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output, int M,
                          int d_model, int d_ffn) {
  block<double>(x, W_gate, W_up, W_down, output, M, d_model, d_ffn);
}

// As a plain attempt would: one sum for each element, from the first product to the last.
extern "C" void reference_f32(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output,
                              int M, int d_model, int d_ffn) {
  block<float>(x, W_gate, W_up, W_down, output, M, d_model, d_ffn);
}
