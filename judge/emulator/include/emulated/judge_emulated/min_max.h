#pragma once

#include <cmath>

// CUDA declares a min and a max for each pair of types, so that min(1, 2u) is no ambiguity.
#define JUDGE_MIN_MAX(result, first, second)                                             \
  static inline constexpr result min(first a, second b) {                                \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }                                                                                      \
  static inline constexpr result max(first a, second b) {                                \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }
JUDGE_MIN_MAX(int, int, int)
JUDGE_MIN_MAX(unsigned, unsigned, unsigned)
JUDGE_MIN_MAX(unsigned, int, unsigned)
JUDGE_MIN_MAX(unsigned, unsigned, int)
JUDGE_MIN_MAX(long, long, long)
JUDGE_MIN_MAX(unsigned long, unsigned long, unsigned long)
JUDGE_MIN_MAX(unsigned long, long, unsigned long)
JUDGE_MIN_MAX(unsigned long, unsigned long, long)
JUDGE_MIN_MAX(long long, long long, long long)
JUDGE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
JUDGE_MIN_MAX(unsigned long long, long long, unsigned long long)
JUDGE_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef JUDGE_MIN_MAX
#define JUDGE_NAMED_MIN_MAX(prefix, type)                                            \
  static inline constexpr type prefix##min(type a, type b) { return a < b ? a : b; } \
  static inline constexpr type prefix##max(type a, type b) { return a > b ? a : b; }
JUDGE_NAMED_MIN_MAX(u, unsigned)
JUDGE_NAMED_MIN_MAX(ll, long long)
JUDGE_NAMED_MIN_MAX(ull, unsigned long long)
#undef JUDGE_NAMED_MIN_MAX
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin(static_cast<double>(a), b); }
static inline double max(float a, double b) { return fmax(static_cast<double>(a), b); }
static inline double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
static inline double max(double a, float b) { return fmax(a, static_cast<double>(b)); }
