#include <judge/dft.h>

#include <string>

namespace {

// Rows, then columns: a few side by side, so that every line of memory is used as it is fetched.
template <class Real>
void transform(const float* signal, float* spectrum, int M, int N) {
  using Complex = std::complex<Real>;
  constexpr int side_by_side = 8;
  std::vector<Complex> data(static_cast<std::size_t>(M) * N);
  const Dft<Real> of_rows(N), of_columns(M);
#pragma omp parallel for if (static_cast<std::int64_t>(M) * N > 100000)
  for (int row = 0; row < M; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * N;
    for (std::size_t i = first; i < first + N; ++i) data[i] = {signal[2 * i], signal[2 * i + 1]};
    of_rows(&data[first]);
  }
#pragma omp parallel for if (static_cast<std::int64_t>(M) * N > 100000)
  for (int begin = 0; begin < N; begin += side_by_side) {
    const int count = std::min(side_by_side, N - begin);
    std::vector<Complex> columns(static_cast<std::size_t>(count) * M);
    for (std::size_t row = 0; row < static_cast<std::size_t>(M); ++row)
      for (int c = 0; c < count; ++c) columns[c * static_cast<std::size_t>(M) + row] = data[row * N + begin + c];
    for (int c = 0; c < count; ++c) of_columns(&columns[c * static_cast<std::size_t>(M)]);
    for (std::size_t row = 0; row < static_cast<std::size_t>(M); ++row)
      for (int c = 0; c < count; ++c) {
        const Complex value = columns[c * static_cast<std::size_t>(M) + row];
        spectrum[2 * (row * N + begin + c)] = static_cast<float>(value.real());
        spectrum[2 * (row * N + begin + c) + 1] = static_cast<float>(value.imag());
      }
  }
}

}  // namespace

extern "C" void reference(const float* signal, float* spectrum, int M, int N) {
  transform<double>(signal, spectrum, M, N);
}

extern "C" void reference_f32(const float* signal, float* spectrum, int M, int N) {
  transform<float>(signal, spectrum, M, N);
}

extern "C" void generate(const char* case_name, std::uint64_t, float* signal, float*, int M, int N) {
  const bool wave = std::string(case_name).rfind("a plane wave", 0) == 0;
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      const int i = row * N + col;
      const double angle = 2 * 3.14159265358979323846 * (3.0 * row / M - 5.0 * col / N);
      signal[2 * i] = wave ? static_cast<float>(std::cos(angle)) : i == M * N - 1 ? 1.0f : 0.0f;
      signal[2 * i + 1] = wave ? static_cast<float>(std::sin(angle)) : 0.0f;
    }
}
