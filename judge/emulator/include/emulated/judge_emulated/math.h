#pragma once

#include <math.h>

#include "judge_emulated/bits.h"
#include "judge_emulated/min_max.h"
#include "judge_emulated/rounding.h"

// Mathematical functions that CUDA has and the C++ library has not. Results are those of the host's library, which are
// as exact as CUDA's or more so. The fast forms with two underscores are exact here, too, but have a GPU's NaN and zeros;
// where a GPU's are far less exact, theirs is its error: tanh, and sine and cosine of large numbers.

namespace judge_emulated {
constexpr double pi = 3.14159265358979323846;
constexpr double sqrt_half = 0.70710678118654752440;

/// sin(pi x) of an x in quarters of a turn: the nearest one, and what remains, which is exact. So whole numbers give 0.
static inline double sine_of_half_turns(double x, int quarters) {
  const double turned = fmod(x, 2.0), nearest = rint(2.0 * turned), rest = pi * (turned - 0.5 * nearest);
  switch ((static_cast<int>(nearest) + quarters) & 3) {
    case 0: return rest == 0.0 ? copysign(0.0, x) : sin(rest);
    case 1: return cos(rest);
    case 2: return rest == 0.0 ? copysign(0.0, x) : -sin(rest);
    default: return -cos(rest);
  }
}
static inline double sine_of_half_turns(double x) {
  return isfinite(x) ? sine_of_half_turns(x, 0) : NAN;
}
static inline double cosine_of_half_turns(double x) {
  return isfinite(x) ? sine_of_half_turns(fabs(x), 1) : NAN;
}

/// Inverse of erf by Giles' polynomials and two steps of Newton.
static inline double inverse_erf(double x) {
  if (!(x > -1.0 && x < 1.0)) return x == 1.0 ? HUGE_VAL : x == -1.0 ? -HUGE_VAL : NAN;
  double w = -log((1.0 - x) * (1.0 + x)), p;
  if (w < 5.0) {
    w -= 2.5;
    p = 2.81022636e-08;
    for (const double c : {3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
                           -0.00417768164, 0.246640727, 1.50140941})
      p = c + p * w;
  } else {
    w = sqrt(w) - 3.0;
    p = -0.000200214257;
    for (const double c : {0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047,
                           1.00167406, 2.83297682})
      p = c + p * w;
  }
  double y = p * x;
  for (int i = 0; i < 2; ++i) y -= (erf(y) - x) / (2.0 / sqrt(pi) * exp(-y * y));
  return y;
}

/// Inverse of erfc; small arguments by Newton on the logarithm, where 1 - x would lose them.
static inline double inverse_erfc(double x) {
  if (x <= 0.0 || x >= 2.0) return x == 0.0 ? HUGE_VAL : x == 2.0 ? -HUGE_VAL : NAN;
  if (x > 0.05) return inverse_erf(1.0 - x);
  double y = sqrt(-log(x * sqrt(pi) * sqrt(-log(x))));
  for (int i = 0; i < 6; ++i) {
    const double value = erfc(y);
    y += (log(value) - log(x)) * value / (2.0 / sqrt(pi) * exp(-y * y));
  }
  return y;
}

/// exp(x^2) erfc(x); the continued fraction where the factors overflow.
static inline double scaled_erfc(double x) {
  if (x < 20.0) return exp(x * x) * erfc(x);
  double fraction = x;
  for (int k = 60; k > 0; --k) fraction = x + k / 2.0 / fraction;
  return 1.0 / (fraction * sqrt(pi));
}

/// Modified Bessel functions of the first kind, by their series.
static inline double bessel_i(int order, double x) {
  const double quarter = x * x / 4.0;
  double term = order == 0 ? 1.0 : x / 2.0, sum = term;
  for (int k = 1; k < 500 && fabs(term) > fabs(sum) * 1e-17; ++k) {
    term *= quarter / (static_cast<double>(k) * (k + order));
    sum += term;
  }
  return sum;
}
}  // namespace judge_emulated

#define JUDGE_MATH_1_OF(linkage, specifier, name, expression)                           \
  linkage double name(double x) specifier { return expression; }                        \
  linkage float name##f(float y) specifier {                                            \
    const double x = y;                                                                 \
    return static_cast<float>(expression);                                              \
  }                                                                                     \
  static inline float name(float x) { return name##f(x); }
#define JUDGE_MATH_1(name, expression) JUDGE_MATH_1_OF(static inline, , name, expression)
// glibc has these from 2.41 and 2.42 on, and what it declares cannot be static.
#define JUDGE_MATH_1_OF_C23(name, expression) JUDGE_MATH_1_OF(extern "C" inline, noexcept, name, expression)
JUDGE_MATH_1_OF_C23(rsqrt, 1.0 / sqrt(x))
JUDGE_MATH_1_OF_C23(sinpi, judge_emulated::sine_of_half_turns(x))
JUDGE_MATH_1_OF_C23(cospi, judge_emulated::cosine_of_half_turns(x))
JUDGE_MATH_1(rcbrt, 1.0 / cbrt(x))
JUDGE_MATH_1(normcdf, 0.5 * erfc(-x * judge_emulated::sqrt_half))
JUDGE_MATH_1(normcdfinv, -judge_emulated::inverse_erfc(2.0 * x) / judge_emulated::sqrt_half)
JUDGE_MATH_1(erfinv, judge_emulated::inverse_erf(x))
JUDGE_MATH_1(erfcinv, judge_emulated::inverse_erfc(x))
JUDGE_MATH_1(erfcx, judge_emulated::scaled_erfc(x))
JUDGE_MATH_1(cyl_bessel_i0, judge_emulated::bessel_i(0, x))
JUDGE_MATH_1(cyl_bessel_i1, judge_emulated::bessel_i(1, x))
#undef JUDGE_MATH_1
#undef JUDGE_MATH_1_OF_C23
#undef JUDGE_MATH_1_OF

static inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
static inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }

// No square may overflow.
static inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
static inline double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
static inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
static inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
static inline double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
static inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
static inline float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
static inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
static inline float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
static inline float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
static inline double norm(int size, const double* values) {
  double length = 0;
  for (int i = 0; i < size; ++i) length = hypot(length, values[i]);
  return length;
}
static inline float normf(int size, const float* values) {
  double sum = 0;
  for (int i = 0; i < size; ++i) sum += static_cast<double>(values[i]) * values[i];
  return static_cast<float>(sqrt(sum));
}
static inline double rnorm(int size, const double* values) { return 1.0 / norm(size, values); }
static inline float rnormf(int size, const float* values) { return 1.0f / normf(size, values); }
static inline float fdividef(float x, float y) { return x / y; }
/// A GPU multiplies by a reciprocal, which is 0 of large divisors.
static inline float __fdividef(float x, float y) { return fabsf(y) > 0x1p126f ? x * copysignf(0.0f, y) : x / y; }
static inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }   // NaN becomes 0
static inline float __fmaf_ieee_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline float __frsqrt_rn(float x) { return rsqrtf(x); }

namespace judge_emulated {

/// PTX allows tanh.approx.f32 a relative error of 2^-11. An H200's is below 2^-14 between -4 and 4, and some 2^-17 at 0.3, which is what 16
/// significant bits have.
static inline float approximate_tanh(float x) {
  constexpr unsigned dropped = 1u << 8;
  const unsigned bits = bit_cast<unsigned>(tanhf(x));
  return bits << 1 >= 0xff000000u ? bit_cast<float>(bits) : bit_cast<float>((bits + dropped / 2) & ~(dropped - 1));
}

/// A GPU multiplies by 1 / (2 pi), toward zero, before it looks the sine up: the larger x, the fewer bits of its place in the
/// turn are left, as the documented errors of sin.approx.f32 say (2^-20.5 in [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi]).
static inline float approximate_angle(float x) {
  const double exact = static_cast<double>(x) * 0.15915494f;
  float turns = static_cast<float>(exact);
  if (fabs(static_cast<double>(turns)) > fabs(exact)) turns = bit_cast<float>(bit_cast<unsigned>(turns) - 1);
  return static_cast<float>(2.0 * pi * (turns - rintf(turns)));
}

}  // namespace judge_emulated

// The C library reserves these names, and glibc declares some of them without defining them.
extern "C" {
inline float __expf(float x) noexcept { return expf(x); }
inline float __exp10f(float x) noexcept { return exp10f(x); }
inline float __logf(float x) noexcept { return logf(x); }
inline float __log2f(float x) noexcept { return log2f(x); }
inline float __log10f(float x) noexcept { return log10f(x); }
inline float __sinf(float x) noexcept { return sinf(judge_emulated::approximate_angle(x)); }
inline float __cosf(float x) noexcept { return cosf(judge_emulated::approximate_angle(x)); }
inline float __tanf(float x) noexcept { return tanf(judge_emulated::approximate_angle(x)); }
inline float __tanhf(float x) noexcept { return judge_emulated::approximate_tanh(x); }
/// Of negative numbers NaN, whatever the exponent; of 0 to the power of 0, too.
inline float __powf(float x, float y) noexcept { return exp2f(y * log2f(x)); }
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
  sincosf(judge_emulated::approximate_angle(x), sine, cosine);
}
}

// Arithmetic that is never fused, to nearest and in the other rounding modes.
#define JUDGE_ROUNDED_2(type, name, operation)                                                                        \
  static inline type name##_rn(type x, type y) { return judge_emulated::opaque(x operation y); }                      \
  static inline type name##_rz(type x, type y) {                                                                      \
    return judge_emulated::rounded(FE_TOWARDZERO, [](type a, type b) { return a operation b; }, x, y);                \
  }                                                                                                                   \
  static inline type name##_ru(type x, type y) {                                                                      \
    return judge_emulated::rounded(FE_UPWARD, [](type a, type b) { return a operation b; }, x, y);                    \
  }                                                                                                                   \
  static inline type name##_rd(type x, type y) {                                                                      \
    return judge_emulated::rounded(FE_DOWNWARD, [](type a, type b) { return a operation b; }, x, y);                  \
  }
JUDGE_ROUNDED_2(float, __fadd, +)
JUDGE_ROUNDED_2(float, __fsub, -)
JUDGE_ROUNDED_2(float, __fmul, *)
JUDGE_ROUNDED_2(float, __fdiv, /)
JUDGE_ROUNDED_2(double, __dadd, +)
JUDGE_ROUNDED_2(double, __dsub, -)
JUDGE_ROUNDED_2(double, __dmul, *)
JUDGE_ROUNDED_2(double, __ddiv, /)
#undef JUDGE_ROUNDED_2

#define JUDGE_ROUNDED_FMA(type, name, function)                                      \
  static inline type name##_rn(type x, type y, type z) { return function(x, y, z); } \
  static inline type name##_rz(type x, type y, type z) {                             \
    return judge_emulated::rounded(FE_TOWARDZERO, judge_emulated::Fma{}, x, y, z);   \
  }                                                                                  \
  static inline type name##_ru(type x, type y, type z) {                             \
    return judge_emulated::rounded(FE_UPWARD, judge_emulated::Fma{}, x, y, z);       \
  }                                                                                  \
  static inline type name##_rd(type x, type y, type z) {                             \
    return judge_emulated::rounded(FE_DOWNWARD, judge_emulated::Fma{}, x, y, z);     \
  }
namespace judge_emulated {
struct Fma {
  float operator()(float x, float y, float z) const { return fmaf(x, y, z); }
  double operator()(double x, double y, double z) const { return fma(x, y, z); }
};
struct SquareRoot {
  float operator()(float x) const { return sqrtf(x); }
  double operator()(double x) const { return sqrt(x); }
};
struct Reciprocal {
  float operator()(float x) const { return 1.0f / x; }
  double operator()(double x) const { return 1.0 / x; }
};
}  // namespace judge_emulated
JUDGE_ROUNDED_FMA(float, __fmaf, fmaf)
JUDGE_ROUNDED_FMA(double, __fma, fma)
#undef JUDGE_ROUNDED_FMA

#define JUDGE_ROUNDED_1(type, name, function)                                                                     \
  static inline type name##_rn(type x) { return function{}(x); }                                                  \
  static inline type name##_rz(type x) { return judge_emulated::rounded(FE_TOWARDZERO, function{}, x); }          \
  static inline type name##_ru(type x) { return judge_emulated::rounded(FE_UPWARD, function{}, x); }              \
  static inline type name##_rd(type x) { return judge_emulated::rounded(FE_DOWNWARD, function{}, x); }
JUDGE_ROUNDED_1(float, __fsqrt, judge_emulated::SquareRoot)
JUDGE_ROUNDED_1(double, __dsqrt, judge_emulated::SquareRoot)
JUDGE_ROUNDED_1(float, __frcp, judge_emulated::Reciprocal)
JUDGE_ROUNDED_1(double, __drcp, judge_emulated::Reciprocal)
#undef JUDGE_ROUNDED_1
