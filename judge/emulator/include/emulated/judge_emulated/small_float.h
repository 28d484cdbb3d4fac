#pragma once

#include <cstdint>

#include "judge_emulated/bits.h"
#include "judge_emulated/conversions.h"

// The bits of half and bfloat16. Arithmetic is done in float and rounded once: for + - * / and sqrt that is exact, as
// float has more than twice their digits.
namespace judge_emulated {

enum class Rounding { nearest, zero, up, down };

constexpr std::uint16_t small_float_nan = 0x7fff;

/// Rounds the magnitude `bits` (a float's bits without its sign) to a multiple of 2^dropped, and drops those digits.
static inline std::uint32_t round_bits(std::uint32_t bits, unsigned dropped, Rounding rounding, bool is_negative) {
  const std::uint32_t kept = bits >> dropped, rest = bits & ((1u << dropped) - 1), half = 1u << (dropped - 1);
  switch (rounding) {
    case Rounding::nearest: return kept + (rest > half || (rest == half && (kept & 1)));
    case Rounding::up: return kept + (rest != 0 && !is_negative);
    case Rounding::down: return kept + (rest != 0 && is_negative);
    default: return kept;
  }
}

static inline std::uint16_t float_to_half_bits(float value, Rounding rounding) {
  const std::uint32_t bits = bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu;
  const std::uint16_t sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
  const bool is_negative = sign != 0;
  if (magnitude > 0x7f800000u) return small_float_nan;
  if (magnitude == 0x7f800000u) return sign | 0x7c00u;
  std::uint32_t result;
  if (magnitude >= 0x38800000u) {                      // normal: exponent 2^-14 and up
    result = round_bits(magnitude - 0x38000000u, 13, rounding, is_negative);
  } else {                                             // subnormal: units of 2^-24
    const std::uint32_t exponent = magnitude >> 23, digits = (magnitude & 0x7fffffu) | (exponent ? 0x800000u : 0);
    const unsigned dropped = 126 - (exponent ? exponent : 1);
    result = dropped > 30 ? round_bits(digits != 0, 1, rounding, is_negative)
                          : round_bits(digits, dropped, rounding, is_negative);
  }
  if (result >= 0x7c00u) {  // too large: infinity, or the largest where rounding goes inwards
    const bool goes_inwards = rounding == Rounding::zero || (rounding == Rounding::up && is_negative) ||
                              (rounding == Rounding::down && !is_negative);
    result = goes_inwards ? 0x7bffu : 0x7c00u;
  }
  return static_cast<std::uint16_t>(sign | result);
}

#if defined(__FLT16_MAX__)
static inline float half_bits_to_float(std::uint16_t bits) { return static_cast<float>(bit_cast<_Float16>(bits)); }
static inline std::uint16_t float_to_half_bits(float value) {
  return value == value ? bit_cast<std::uint16_t>(static_cast<_Float16>(value)) : small_float_nan;
}
#elif defined(__F16C__)
typedef float Floats __attribute__((vector_size(16)));
typedef short Shorts __attribute__((vector_size(16)));
static inline float half_bits_to_float(std::uint16_t bits) {
  return __builtin_ia32_vcvtph2ps(Shorts{static_cast<short>(bits), 0, 0, 0, 0, 0, 0, 0})[0];
}
static inline std::uint16_t float_to_half_bits(float value) {
  if (value != value) return small_float_nan;
  return static_cast<std::uint16_t>(__builtin_ia32_vcvtps2ph(Floats{value, 0, 0, 0}, 0)[0]);
}
#else
static inline float half_bits_to_float(std::uint16_t bits) {
  const std::uint32_t exponent = bits >> 10 & 31, digits = bits & 1023;
  const float magnitude = exponent == 0
                              ? static_cast<float>(digits) * 0x1p-24f
                              : bit_cast<float>((exponent == 31 ? 255u : exponent + 112u) << 23 | digits << 13);
  return bits & 0x8000u ? -magnitude : magnitude;
}
static inline std::uint16_t float_to_half_bits(float value) { return float_to_half_bits(value, Rounding::nearest); }
#endif

static inline float bfloat_bits_to_float(std::uint16_t bits) {
  return bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

static inline std::uint16_t float_to_bfloat_bits(float value, Rounding rounding) {
  const std::uint32_t bits = bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return small_float_nan;
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  if (magnitude == 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7f80u);
  return static_cast<std::uint16_t>(sign | round_bits(magnitude, 16, rounding, sign != 0));
}
static inline std::uint16_t float_to_bfloat_bits(float value) {
  const std::uint32_t bits = bit_cast<std::uint32_t>(value);
  if (value != value) return small_float_nan;
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

/// A double as a float that still rounds to the same shorter number: to odd, so that no later rounding goes astray.
static inline float round_to_odd(double value) {
  const float nearest = static_cast<float>(value);
  const std::uint32_t bits = bit_cast<std::uint32_t>(nearest);
  if (static_cast<double>(nearest) == value || nearest != nearest || (bits & 1)) return nearest;
  const bool is_beyond = (static_cast<double>(nearest) > value) == (value > 0);   // nearest is farther from zero
  return bit_cast<float>(is_beyond ? bits - 1 : bits + 1);
}

/// a * b + c of short numbers, rounded to odd: the product is exact in double, the sum's rest decides the last digit.
static inline float fma_to_odd(float a, float b, float c) {
  const double product = static_cast<double>(a) * b, addend = c;
  double sum = product + addend;
  const double part = sum - product, rest = (product - (sum - part)) + (addend - part);
  const bool is_finite = sum - sum == 0;
  if (is_finite && rest != 0 && !(bit_cast<std::uint64_t>(sum) & 1)) {
    const std::uint64_t bits = bit_cast<std::uint64_t>(sum);
    sum = bit_cast<double>((rest > 0) == (sum > 0) ? bits + 1 : bits - 1);
  }
  return round_to_odd(sum);
}

}  // namespace judge_emulated
