#pragma once

#include <cmath>

#include "judge_emulated/arithmetic.h"
#include "judge_emulated/bits.h"
#include "judge_emulated/rounding.h"

// Conversions between numbers, by rounding mode: _rn to nearest even, _rz to zero, _ru up, _rd down. As on a GPU, what
// does not fit an integer becomes the nearest that does, and NaN becomes 0 (for 64-bit integers, and
// for 32-bit ones of a double, the top bit alone).

#define JUDGE_TO_INTEGER(source, name, integer)                                                                     \
  static inline integer __##source##2##name##_rn(source x) { return judge_emulated::saturate<integer>(rint(x)); }   \
  static inline integer __##source##2##name##_rz(source x) { return judge_emulated::saturate<integer>(trunc(x)); }  \
  static inline integer __##source##2##name##_ru(source x) { return judge_emulated::saturate<integer>(ceil(x)); }   \
  static inline integer __##source##2##name##_rd(source x) { return judge_emulated::saturate<integer>(floor(x)); }
JUDGE_TO_INTEGER(float, int, int)
JUDGE_TO_INTEGER(float, uint, unsigned)
JUDGE_TO_INTEGER(float, ll, long long)
JUDGE_TO_INTEGER(float, ull, unsigned long long)
JUDGE_TO_INTEGER(double, int, int)
JUDGE_TO_INTEGER(double, uint, unsigned)
JUDGE_TO_INTEGER(double, ll, long long)
JUDGE_TO_INTEGER(double, ull, unsigned long long)
#undef JUDGE_TO_INTEGER

#define JUDGE_TO_REAL(name, source, real)                                                                              \
  static inline real __##name##2##real##_rn(source x) { return static_cast<real>(x); }                                 \
  static inline real __##name##2##real##_rz(source x) { return judge_emulated::convert<real>(FE_TOWARDZERO, x); }      \
  static inline real __##name##2##real##_ru(source x) { return judge_emulated::convert<real>(FE_UPWARD, x); }          \
  static inline real __##name##2##real##_rd(source x) { return judge_emulated::convert<real>(FE_DOWNWARD, x); }
JUDGE_TO_REAL(int, int, float)
JUDGE_TO_REAL(uint, unsigned, float)
JUDGE_TO_REAL(ll, long long, float)
JUDGE_TO_REAL(ull, unsigned long long, float)
JUDGE_TO_REAL(ll, long long, double)
JUDGE_TO_REAL(ull, unsigned long long, double)
JUDGE_TO_REAL(double, double, float)
#undef JUDGE_TO_REAL
static inline double __int2double_rn(int x) { return x; }
static inline double __uint2double_rn(unsigned x) { return x; }

static inline int __float_as_int(float x) { return judge_emulated::bit_cast<int>(x); }
static inline unsigned __float_as_uint(float x) { return judge_emulated::bit_cast<unsigned>(x); }
static inline float __int_as_float(int x) { return judge_emulated::bit_cast<float>(x); }
static inline float __uint_as_float(unsigned x) { return judge_emulated::bit_cast<float>(x); }
static inline long long __double_as_longlong(double x) { return judge_emulated::bit_cast<long long>(x); }
static inline double __longlong_as_double(long long x) { return judge_emulated::bit_cast<double>(x); }
static inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
static inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
static inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
