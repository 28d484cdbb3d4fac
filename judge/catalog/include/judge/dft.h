#pragma once

#include <judge/reference.h>

#include <complex>
#include <vector>

// The discrete Fourier transform of any length, forward and without a factor: radix 2 for powers of two, else as a
// convolution with a chirp (Bluestein), which is again one of powers of two. All roots are computed in double and
// rounded to Real.
template <class Real>
class Dft {
 public:
  using Complex = std::complex<Real>;

  explicit Dft(int length) : m_length(length), m_padded(1) {
    const bool power_of_two = (length & (length - 1)) == 0;
    while (m_padded < (power_of_two ? length : 2 * length)) m_padded *= 2;
    for (int k = 0; k < m_padded / 2; ++k) m_roots.push_back(root(k, m_padded));
    if (power_of_two) return;
    for (std::int64_t k = 0; k < length; ++k) m_chirp.push_back(root(k * k % (2 * length), 2 * length));
    m_filter.assign(m_padded, 0);
    for (int k = 0; k < length; ++k) m_filter[k] = m_filter[(m_padded - k) % m_padded] = std::conj(m_chirp[k]);
    transform(m_filter);
  }

  void operator()(Complex* data) const {
    std::vector<Complex> work(m_padded, 0);
    if (m_chirp.empty()) {
      std::copy(data, data + m_length, work.begin());
      transform(work);
      std::copy(work.begin(), work.end(), data);
      return;
    }
    for (int k = 0; k < m_length; ++k) work[k] = times(data[k], m_chirp[k]);
    transform(work);
    for (int k = 0; k < m_padded; ++k) work[k] = std::conj(times(work[k], m_filter[k]));
    transform(work);   // backwards, as everything is conjugated
    for (int k = 0; k < m_length; ++k) data[k] = times(std::conj(work[k]), m_chirp[k]) / static_cast<Real>(m_padded);
  }

 private:
  static Complex root(std::int64_t k, std::int64_t n) {
    const double angle = -2 * 3.14159265358979323846 * static_cast<double>(k) / static_cast<double>(n);
    return {static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))};
  }

  // Without the care for infinities that operator* takes.
  static Complex times(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

  void transform(std::vector<Complex>& a) const {
    const int n = m_padded;
    for (int i = 1, j = 0; i < n; ++i) {
      int bit = n / 2;
      for (; j & bit; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(a[i], a[j]);
    }
    for (int half = 1; half < n; half *= 2)
      for (int base = 0; base < n; base += 2 * half)
        for (int k = 0; k < half; ++k) {
          const Complex odd = times(a[base + half + k], m_roots[static_cast<std::size_t>(k) * (n / (2 * half))]);
          a[base + half + k] = a[base + k] - odd;
          a[base + k] += odd;
        }
  }

  int m_length, m_padded;
  std::vector<Complex> m_roots, m_chirp, m_filter;
};
