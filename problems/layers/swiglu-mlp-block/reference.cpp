#include <judge/reference.h>

#include <vector>

template <typename Number> struct Tile {
  typedef Number Vector __attribute__((vector_size(32)));
  static constexpr std::int64_t lanes = 32 / sizeof(Number), vectors = 2, columns = lanes * vectors;
  Vector part[vectors];
};

// C = A B for row-major A (M by K) and B (K by N). Each thread takes panels of 64 columns. A piece of the panel, 256 deep, is
// turned into doubles once for all rows; the sums of four rows by one tile stay in registers.
template <typename Number, typename Left>
static std::vector<Number> product(const Left* A, const float* B, std::int64_t M, std::int64_t K, std::int64_t N) {
  using T = Tile<Number>;
  constexpr std::int64_t rows = 4, panel = 64, depth = 256;
  std::vector<Number> C(static_cast<std::size_t>(M * N));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t n = 0; n < N; n += panel) {
    std::vector<T> right(panel / T::columns * depth);
    std::vector<Number> left(rows * depth);
    for (std::int64_t k0 = 0; k0 < K; k0 += depth) {
      const std::int64_t deep = std::min(depth, K - k0);
      for (std::int64_t k = 0; k < deep; ++k)
        for (std::int64_t j = 0; j < panel; ++j)
          right[j / T::columns * depth + k].part[j % T::columns / T::lanes][j % T::lanes] =
              n + j < N ? Number{B[(k0 + k) * N + n + j]} : Number{0};
      for (std::int64_t m = 0; m < M; m += rows) {
        for (std::int64_t k = 0; k < deep; ++k)
          for (std::int64_t i = 0; i < rows; ++i)
            left[k * rows + i] = m + i < M ? static_cast<Number>(A[(m + i) * K + k0 + k]) : Number{0};
        for (std::int64_t tile = 0; tile < panel; tile += T::columns) {
          const T* b = right.data() + tile / T::columns * depth;
          const Number* a = left.data();
          T sums[rows] = {};
          for (std::int64_t k = 0; k < deep; ++k, ++b, a += rows)
            for (int i = 0; i < rows; ++i)
              for (int v = 0; v < T::vectors; ++v) sums[i].part[v] += a[i] * b->part[v];
          for (std::int64_t i = 0; i < std::min(rows, M - m); ++i)
            for (std::int64_t j = 0; j < std::min(T::columns, N - n - tile); ++j)
              C[(m + i) * N + n + tile + j] += sums[i].part[j / T::lanes][j % T::lanes];
        }
      }
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
