#include <judge/reference.h>

// Rotated, as T: Q's own float or double.
template <typename T>
static void rotate(const float* Q, const float* cos, const float* sin, float* output, int M, int D) {
#pragma omp parallel for
  for (int row = 0; row < M; ++row) {
    const std::int64_t begin = static_cast<std::int64_t>(row) * D;
    for (int col = 0; col < D; ++col) {
      const T other = col < D / 2 ? -static_cast<T>(Q[begin + col + D / 2]) : static_cast<T>(Q[begin + col - D / 2]);
      output[begin + col] = static_cast<float>(static_cast<T>(Q[begin + col]) * cos[begin + col] + other * sin[begin + col]);
    }
  }
}

extern "C" void reference(float* Q, float* cos, float* sin, float* output, int M, int D) {
  rotate<double>(Q, cos, sin, output, M, D);
}

extern "C" void reference_f32(float* Q, float* cos, float* sin, float* output, int M, int D) {
  rotate<float>(Q, cos, sin, output, M, D);
}

// True angles, as a model has them: row m is position m, and column j and j + D/2 turn by m * 10000^(-2j/D).
extern "C" void generate(const char*, std::uint64_t, float*, float* cos, float* sin, float*, int M, int D) {
#pragma omp parallel for
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < D; ++col) {
      const double angle = row * std::pow(10000.0, -2.0 * (col % (D / 2)) / D);
      cos[static_cast<std::int64_t>(row) * D + col] = static_cast<float>(std::cos(angle));
      sin[static_cast<std::int64_t>(row) * D + col] = static_cast<float>(std::sin(angle));
    }
}
