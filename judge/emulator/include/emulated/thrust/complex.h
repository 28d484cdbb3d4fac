#pragma once

#include <cmath>
#include <complex>
#include <type_traits>

namespace thrust {

/// As std::complex, but aligned to both numbers, and mixed with other types of numbers.
template <class T>
struct alignas(2 * sizeof(T)) complex {
  typedef T value_type;

  complex() = default;
  complex(const T& re, const T& im = T()) : m_re(re), m_im(im) {}
  template <class U>
  complex(const complex<U>& z) : m_re(static_cast<T>(z.real())), m_im(static_cast<T>(z.imag())) {}
  template <class U>
  complex(const std::complex<U>& z) : m_re(static_cast<T>(z.real())), m_im(static_cast<T>(z.imag())) {}
  operator std::complex<T>() const { return {m_re, m_im}; }

  T real() const volatile { return m_re; }
  T imag() const volatile { return m_im; }
  void real(T re) volatile { m_re = re; }
  void imag(T im) volatile { m_im = im; }

  template <class U>
  complex& operator+=(const U& z) { return *this = complex(*this + z); }
  template <class U>
  complex& operator-=(const U& z) { return *this = complex(*this - z); }
  template <class U>
  complex& operator*=(const U& z) { return *this = complex(*this * z); }
  template <class U>
  complex& operator/=(const U& z) { return *this = complex(*this / z); }

 private:
  T m_re, m_im;
};

namespace detail {
template <class A, class B>
using CommonComplex = complex<std::common_type_t<A, B>>;
template <class T>
std::complex<T> standard(const complex<T>& z) { return z; }
template <class A>
complex<A> sum(const complex<A>& a, const complex<A>& b) { return {a.real() + b.real(), a.imag() + b.imag()}; }
template <class A>
complex<A> difference(const complex<A>& a, const complex<A>& b) { return {a.real() - b.real(), a.imag() - b.imag()}; }
template <class A>
complex<A> product(const complex<A>& a, const complex<A>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
/// Both are divided by the divisor's size first, so that no square overflows.
template <class A>
complex<A> quotient(const complex<A>& a, const complex<A>& b) {
  const A size = std::abs(b.real()) + std::abs(b.imag()), x = b.real() / size, y = b.imag() / size, square = x * x + y * y;
  const complex<A> times = product(complex<A>(a.real() / size, a.imag() / size), complex<A>(x, -y));
  return {times.real() / square, times.imag() / square};
}
}  // namespace detail

// Of two complex numbers, or of one and a real one.
#define JUDGE_COMPLEX(name, work)                                                                                         \
  template <class A, class B>                                                                                             \
  detail::CommonComplex<A, B> name(const complex<A>& a, const complex<B>& b) {                                            \
    return work(detail::CommonComplex<A, B>(a), detail::CommonComplex<A, B>(b));                                          \
  }                                                                                                                       \
  template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<B>>>                                          \
  detail::CommonComplex<A, B> name(const complex<A>& a, const B& b) { return name(a, complex<B>(b)); }                    \
  template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A>>>                                          \
  detail::CommonComplex<A, B> name(const A& a, const complex<B>& b) { return name(complex<A>(a), b); }
JUDGE_COMPLEX(operator+, detail::sum)
JUDGE_COMPLEX(operator-, detail::difference)
JUDGE_COMPLEX(operator*, detail::product)
JUDGE_COMPLEX(operator/, detail::quotient)
JUDGE_COMPLEX(pow, [](const auto& x, const auto& y) { return std::pow(detail::standard(x), detail::standard(y)); })
#undef JUDGE_COMPLEX
template <class T>
complex<T> operator+(const complex<T>& z) { return z; }
template <class T>
complex<T> operator-(const complex<T>& z) { return {-z.real(), -z.imag()}; }

template <class A, class B>
bool operator==(const complex<A>& a, const complex<B>& b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <class A, class B>
bool operator==(const complex<A>& a, const std::complex<B>& b) { return a == complex<B>(b); }
template <class A, class B, class = std::enable_if_t<std::is_arithmetic_v<B>>>
bool operator==(const complex<A>& a, const B& b) { return a == complex<B>(b); }

template <class T>
T abs(const complex<T>& z) { return std::hypot(z.real(), z.imag()); }
template <class T>
T arg(const complex<T>& z) { return std::atan2(z.imag(), z.real()); }
template <class T>
T norm(const complex<T>& z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T>
complex<T> conj(const complex<T>& z) { return {z.real(), -z.imag()}; }
template <class A, class B = A>
detail::CommonComplex<A, B> polar(const A& size, const B& angle = B()) { return {size * std::cos(angle), size * std::sin(angle)}; }
#define JUDGE_COMPLEX_FUNCTION(name) \
  template <class T>                 \
  complex<T> name(const complex<T>& z) { return std::name(detail::standard(z)); }
JUDGE_COMPLEX_FUNCTION(proj)
JUDGE_COMPLEX_FUNCTION(exp)
JUDGE_COMPLEX_FUNCTION(log)
JUDGE_COMPLEX_FUNCTION(log10)
JUDGE_COMPLEX_FUNCTION(sqrt)
JUDGE_COMPLEX_FUNCTION(sin)
JUDGE_COMPLEX_FUNCTION(cos)
JUDGE_COMPLEX_FUNCTION(tan)
JUDGE_COMPLEX_FUNCTION(sinh)
JUDGE_COMPLEX_FUNCTION(cosh)
JUDGE_COMPLEX_FUNCTION(tanh)
JUDGE_COMPLEX_FUNCTION(asin)
JUDGE_COMPLEX_FUNCTION(acos)
JUDGE_COMPLEX_FUNCTION(atan)
JUDGE_COMPLEX_FUNCTION(asinh)
JUDGE_COMPLEX_FUNCTION(acosh)
JUDGE_COMPLEX_FUNCTION(atanh)
#undef JUDGE_COMPLEX_FUNCTION

template <class T, class Character, class Traits>
auto& operator<<(std::basic_ostream<Character, Traits>& out, const complex<T>& z) { return out << detail::standard(z); }
template <class T, class Character, class Traits>
auto& operator>>(std::basic_istream<Character, Traits>& in, complex<T>& z) {
  std::complex<T> read = z;
  in >> read;
  z = read;
  return in;
}

}  // namespace thrust
