#include <judge/product.h>
#include <judge/reference.h>

#include <vector>

namespace {

// E2M1: sign, two bits of exponent, one of mantissa.
float from_fp4(int bits) {
  constexpr float values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  return bits & 8 ? -values[bits & 7] : values[bits & 7];
}

// E4M3: sign, four bits of exponent with a bias of 7, three of mantissa; all ones is NaN, there are no infinities.
float from_fp8(int bits) {
  const int exponent = bits >> 3 & 15, mantissa = bits & 7;
  if ((bits & 127) == 127) return NAN;
  const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                                        : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
  return bits & 128 ? -magnitude : magnitude;
}

// rows x K numbers, exact: a product of two bits and four.
std::vector<float> widened(const std::uint8_t* q, const std::uint8_t* scales, std::int64_t rows, std::int64_t K) {
  std::vector<float> wide(static_cast<std::size_t>(rows * K));
#pragma omp parallel for if (rows * K > 100000)
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < K; ++k) {
      const int pair = q[(row * K + k) / 2];
      wide[static_cast<std::size_t>(row * K + k)] = from_fp4(k % 2 ? pair >> 4 : pair & 15) * from_fp8(scales[(row * K + k) / 16]);
    }
  return wide;
}

std::vector<float> transposed(const std::vector<float>& matrix, std::int64_t rows, std::int64_t cols) {
  std::vector<float> turned(matrix.size());
  constexpr std::int64_t block = 32;
#pragma omp parallel for if (rows * cols > 100000)
  for (std::int64_t begin = 0; begin < cols; begin += block)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = begin; j < std::min(begin + block, cols); ++j) turned[j * rows + i] = matrix[i * cols + j];
  return turned;
}

template <class Multiply>
void compute(const std::uint8_t* x_q, const std::uint8_t* x_scales, const std::uint8_t* w_q, const std::uint8_t* w_scales,
             float alpha, half* y, int M, int N, int K, Multiply multiply) {
  std::vector<float> sums(static_cast<std::size_t>(M) * N);
  multiply(widened(x_q, x_scales, M, K).data(), transposed(widened(w_q, w_scales, N, K), N, K).data(), sums.data(), M, N, K);
  for (std::size_t i = 0; i < sums.size(); ++i) y[i] = half(alpha * sums[i]);
}

}  // namespace

extern "C" void reference(const std::uint8_t* x_q, const std::uint8_t* x_scales, const std::uint8_t* w_q,
                          const std::uint8_t* w_scales, float alpha, half* y, int M, int N, int K) {
  compute(x_q, x_scales, w_q, w_scales, alpha, y, M, N, K, product::exact);
}

extern "C" void reference_f32(const std::uint8_t* x_q, const std::uint8_t* x_scales, const std::uint8_t* w_q,
                              const std::uint8_t* w_scales, float alpha, half* y, int M, int N, int K) {
  compute(x_q, x_scales, w_q, w_scales, alpha, y, M, N, K, product::in_float);
}

// Each row one of the sixteen numbers, at a place of its own.
extern "C" void generate(const char*, std::uint64_t, std::uint8_t* x_q, std::uint8_t*, std::uint8_t*, std::uint8_t*, float, half*,
                         int M, int, int K) {
  std::fill(x_q, x_q + static_cast<std::int64_t>(M) * K / 2, 0);
  for (int row = 0; row < M; ++row) {
    const int place = row * 7 % K;
    x_q[(static_cast<std::int64_t>(row) * K + place) / 2] = static_cast<std::uint8_t>(place % 2 ? row % 16 << 4 : row % 16);
  }
}
