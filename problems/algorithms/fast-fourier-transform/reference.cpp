#include <judge/dft.h>

#include <string>

namespace {

template <class Real>
void transform(const float* signal, float* spectrum, int N) {
  std::vector<std::complex<Real>> data(N);
  for (int k = 0; k < N; ++k) data[k] = {signal[2 * k], signal[2 * k + 1]};
  Dft<Real> dft(N);
  dft(data.data());
  for (int k = 0; k < N; ++k) {
    spectrum[2 * k] = static_cast<float>(data[k].real());
    spectrum[2 * k + 1] = static_cast<float>(data[k].imag());
  }
}

}  // namespace

extern "C" void reference(const float* signal, float* spectrum, int N) { transform<double>(signal, spectrum, N); }

extern "C" void reference_f32(const float* signal, float* spectrum, int N) { transform<float>(signal, spectrum, N); }

extern "C" void generate(const char* case_name, std::uint64_t seed, float* signal, float*, int N) {
  const std::string name = case_name;
  const JudgeRandom random(seed);
  if (name.rfind("impulse", 0) == 0) {   // a single one: all frequencies, turned by its place
    std::fill(signal, signal + 2 * N, 0.0f);
    signal[2 * random.integer(0, 1, N)] = 1;
    return;
  }
  const int frequency = name.find("negative") == std::string::npos ? 3 : N - 7;
  for (std::int64_t k = 0; k < N; ++k) {
    const double angle = 2 * 3.14159265358979323846 * static_cast<double>(frequency * k % N) / N;
    signal[2 * k] = static_cast<float>(std::cos(angle));
    signal[2 * k + 1] = static_cast<float>(std::sin(angle));
  }
}
