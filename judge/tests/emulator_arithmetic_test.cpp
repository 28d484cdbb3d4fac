#include "judge/emulator/include/emulated/judge_emulated/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

// Casts to integers as cvt.rzi makes them, against long double, which holds all numbers concerned.
namespace judge_emulated {
namespace {

template <class Integer, class Real>
Integer expected(Real x) {
  constexpr Integer lowest = std::numeric_limits<Integer>::min(), highest = std::numeric_limits<Integer>::max();
  // As an H200: of 32 bits the top one comes of a double alone.
  const bool has_top_bit = sizeof(Integer) == 8 || std::is_same_v<Real, double>;
  if (std::isnan(x)) return has_top_bit ? static_cast<Integer>(1ull << (sizeof(Integer) * 8 - 1)) : Integer{0};
  const long double whole = std::trunc(static_cast<long double>(x));
  if (whole <= static_cast<long double>(lowest)) return lowest;
  if (whole >= static_cast<long double>(highest)) return highest;
  return static_cast<Integer>(whole);
}

template <class Integer, class Real>
void compare(Real x) {
  EXPECT_EQ(saturate<Integer>(x), (expected<Integer>(x))) << x;
}

/// Around each power of two, where numbers begin not to fit.
template <class Integer, class Real>
void compare_edges() {
  for (int exponent = -5; exponent <= 80; ++exponent)
    for (const int sign : {-1, 1}) {
      Real up = std::ldexp(static_cast<Real>(sign), exponent), down = up;
      for (int step = 0; step < 20; ++step) {
        for (const Real x : {up, down, up + Real{0.5}, down - Real{0.5}}) compare<Integer>(x);
        up = std::nextafter(up, std::numeric_limits<Real>::infinity());
        down = std::nextafter(down, -std::numeric_limits<Real>::infinity());
      }
    }
  const Real infinity = std::numeric_limits<Real>::infinity(), nan = std::numeric_limits<Real>::quiet_NaN();
  for (const Real x : {Real{0}, -Real{0}, infinity, -infinity, nan, -nan}) compare<Integer>(x);
}

template <class Integer>
void compare_edges_of_both() {
  compare_edges<Integer, float>();
  compare_edges<Integer, double>();
}

TEST(Saturation, IsThatOfAGpuAtEveryEdge) {
  compare_edges_of_both<int>();
  compare_edges_of_both<unsigned>();
  compare_edges_of_both<long long>();
  compare_edges_of_both<unsigned long long>();
}

TEST(Shifts, AreConstantsWhereTheirOperandsAre) {
  static_assert((1u << arithmetic::shift << 32) == 0 && (-8 >> arithmetic::shift >> 40) == -1);
  static_assert((7 / arithmetic::divide / 2) == 3 && (7 % arithmetic::divide % 0) == -1);
  static_assert(static_cast<unsigned char>(arithmetic::Saturated<unsigned char>(300.0f)) == 44);
}

}  // namespace
}  // namespace judge_emulated
