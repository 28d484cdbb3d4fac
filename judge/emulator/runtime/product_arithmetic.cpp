// The arithmetic of wgmma: all elements become floats, B lies so that the inner loop goes along its columns, and blocks of D are in
// registers. It is compiled twice, for any processor and for one with AVX2.
#include "judge/emulator/runtime/product_arithmetic.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace judge::emulated {

namespace {

using judge_emulated::ProductType;

#define JUDGE_INLINE [[gnu::always_inline]] inline

constexpr unsigned lanes = 8;
typedef float Lanes __attribute__((vector_size(lanes * sizeof(float)), aligned(4), may_alias));

JUDGE_INLINE float half_to_float(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7fffu, sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f);
  return std::bit_cast<float>((magnitude >= 0x7c00u ? bits | 0x7f800000u : bits) | sign);
}

JUDGE_INLINE std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu;
  const std::uint32_t normal = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1)) >> 13;
  const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  const std::uint32_t beyond = magnitude > 0x7f800000u ? 0x7fffu : 0x7c00u;
  const std::uint32_t half = magnitude < 0x38800000u ? subnormal : magnitude >= 0x47800000u ? beyond : normal;
  return static_cast<std::uint16_t>(half | (bits >> 16 & 0x8000u));
}

/// Eight-bit floating point with so many digits of mantissa. e5m2 has infinities, e4m3 has but one NaN.
float eight_bits_to_float(unsigned code, int digits) {
  const int bias = digits == 3 ? 7 : 15, exponent = static_cast<int>(code & 127) >> digits;
  const auto mantissa = static_cast<float>(code & ((1u << digits) - 1));
  const float sign = code & 128 ? -1.0f : 1.0f, one = static_cast<float>(1 << digits);
  if (digits == 3 ? (code & 127) == 127 : exponent == 31 && mantissa != 0) return std::numeric_limits<float>::quiet_NaN();
  if (digits == 2 && exponent == 31) return sign * std::numeric_limits<float>::infinity();
  return sign * (exponent != 0 ? std::ldexp(1 + mantissa / one, exponent - bias) : std::ldexp(mantissa / one, 1 - bias));
}

using Table = std::array<float, 256>;
Table table_of(int digits) {
  Table table;
  for (unsigned code = 0; code < table.size(); ++code) table[code] = eight_bits_to_float(code, digits);
  return table;
}

const float* table_of(ProductType type) {
  static const Table three = table_of(3), two = table_of(2);
  return (type == ProductType::e4m3 ? three : two).data();
}

template <class T, class Convert>
JUDGE_INLINE void convert_each(const char* from, unsigned count, float sign, float* to, Convert convert) {
  for (unsigned i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, from + i * sizeof(T), sizeof element);
    to[i] = sign * convert(element);
  }
}

struct HalfToFloat {
  JUDGE_INLINE float operator()(std::uint16_t bits) const { return half_to_float(bits); }
};
struct BfloatToFloat {
  JUDGE_INLINE float operator()(std::uint16_t bits) const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};
/// The low 13 digits do not count.
struct Tf32ToFloat {
  JUDGE_INLINE float operator()(std::uint32_t bits) const { return std::bit_cast<float>(bits & ~0x1fffu); }
};
struct IntegerToFloat {
  template <class T>
  JUDGE_INLINE float operator()(T value) const {
    return static_cast<float>(value);
  }
};
struct Lookup {
  const float* table;
  JUDGE_INLINE float operator()(std::uint8_t code) const { return table[code]; }
};

JUDGE_INLINE void widen(ProductType type, const char* from, unsigned count, float sign, float* to) {
  switch (type) {
    case ProductType::f16: return convert_each<std::uint16_t>(from, count, sign, to, HalfToFloat{});
    case ProductType::bf16: return convert_each<std::uint16_t>(from, count, sign, to, BfloatToFloat{});
    case ProductType::tf32: return convert_each<std::uint32_t>(from, count, sign, to, Tf32ToFloat{});
    case ProductType::s8: return convert_each<std::int8_t>(from, count, sign, to, IntegerToFloat{});
    case ProductType::u8: return convert_each<std::uint8_t>(from, count, sign, to, IntegerToFloat{});
    default: return convert_each<std::uint8_t>(from, count, sign, to, Lookup{table_of(type)});
  }
}

/// A's elements: so far from a row to the next, and from a term to the next.
struct Left {
  const float* elements;
  unsigned row_step, term_step;
};

template <unsigned Rows, unsigned Vectors>
JUDGE_INLINE void add_block(float* sums, const Left& a, const float* b, unsigned columns, unsigned terms) {
  Lanes block[Rows][Vectors];
  for (unsigned row = 0; row < Rows; ++row)
    for (unsigned v = 0; v < Vectors; ++v) block[row][v] = *reinterpret_cast<const Lanes*>(sums + row * columns + v * lanes);
  for (unsigned k = 0; k < terms; ++k) {
    Lanes right[Vectors];
    for (unsigned v = 0; v < Vectors; ++v) right[v] = *reinterpret_cast<const Lanes*>(b + k * columns + v * lanes);
    for (unsigned row = 0; row < Rows; ++row) {
      const float left = a.elements[row * a.row_step + k * a.term_step];
      for (unsigned v = 0; v < Vectors; ++v) block[row][v] += left * right[v];
    }
  }
  for (unsigned row = 0; row < Rows; ++row)
    for (unsigned v = 0; v < Vectors; ++v) *reinterpret_cast<Lanes*>(sums + row * columns + v * lanes) = block[row][v];
}

JUDGE_INLINE void add_all(float* sums, const Factor& a, const Factor& b, unsigned columns, float sign,
                          ProductScratch& scratch) {
  const unsigned terms = product_row_bytes / element_bytes(a.type);
  widen(a.type, a.bytes, product_rows * terms, sign, scratch.a);
  widen(b.type, b.bytes, columns * terms, 1.0f, b.is_transposed ? scratch.b_by_terms : scratch.b);
  if (!b.is_transposed)
    for (unsigned column = 0; column < columns; ++column)
      for (unsigned k = 0; k < terms; ++k) scratch.b_by_terms[k * columns + column] = scratch.b[column * terms + k];
  constexpr unsigned rows = 4, wide = 2;
  for (unsigned row = 0; row < product_rows; row += rows) {
    const Left left{scratch.a + row * (a.is_transposed ? 1 : terms), a.is_transposed ? 1 : terms,
                    a.is_transposed ? product_rows : 1};
    unsigned column = 0;
    for (; column + wide * lanes <= columns; column += wide * lanes)
      add_block<rows, wide>(sums + row * columns + column, left, scratch.b_by_terms + column, columns, terms);
    if (column < columns) add_block<rows, 1>(sums + row * columns + column, left, scratch.b_by_terms + column, columns, terms);
  }
}

using AddAll = void(float*, const Factor&, const Factor&, unsigned, float, ProductScratch&);

void add_plainly(float* sums, const Factor& a, const Factor& b, unsigned columns, float sign, ProductScratch& scratch) {
  add_all(sums, a, b, columns, sign, scratch);
}
#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void add_with_avx2(float* sums, const Factor& a, const Factor& b, unsigned columns, float sign,
                                               ProductScratch& scratch) {
  add_all(sums, a, b, columns, sign, scratch);
}
AddAll* best() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &add_with_avx2 : &add_plainly; }
#else
AddAll* best() { return &add_plainly; }
#endif

}  // namespace

unsigned element_bytes(ProductType type) {
  switch (type) {
    case ProductType::f16:
    case ProductType::bf16: return 2;
    case ProductType::tf32:
    case ProductType::f32:
    case ProductType::s32: return 4;
    default: return 1;
  }
}

void add_product(float* sums, const Factor& a, const Factor& b, unsigned columns, Sign sign, ProductScratch& scratch) {
  static AddAll* const add = best();
  add(sums, a, b, columns, sign == Sign::minus ? -1.0f : 1.0f, scratch);
}

void round_to_halves(float* sums, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sums[i] = half_to_float(float_to_half(sums[i]));
}

std::uint16_t half_of(float value) { return float_to_half(value); }
float float_of_half(std::uint16_t bits) { return half_to_float(bits); }

}  // namespace judge::emulated
