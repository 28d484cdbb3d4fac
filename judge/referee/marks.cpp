#include "judge/referee/marks.hpp"

#include <bit>
#include <cmath>
#include <cstring>

namespace judge {

namespace {

std::uint64_t mask_of(DType type) {
  const std::size_t size = size_of(type);
  return size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * size) - 1;
}

double value_of(DType type, std::uint64_t bits) { return load_as_double(type, &bits); }

std::uint32_t repeated(std::uint16_t half) { return static_cast<std::uint32_t>(half) << 16 | half; }

std::uint32_t word_of(DType type, double value) {
  switch (type) {
    case DType::f16: return repeated(float_to_half(static_cast<float>(value)));
    case DType::bf16: return repeated(float_to_bfloat16(static_cast<float>(value)));
    case DType::f64: return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value) >> 32);
    default: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
}

// How far a sum in this type may be from the exact one, for a few roundings.
double share_of_rounding(DType type) { return type == DType::f16 || type == DType::bf16 ? 0.02 : 1e-3; }

}  // namespace

std::uint32_t mark_word(DType type, double value) {
  const std::uint32_t word = word_of(type, value);
  return std::isfinite(value_of_word(type, word)) ? word : word_of(type, 1);
}

std::uint64_t bits_of_word(DType type, std::uint32_t word) {
  return (static_cast<std::uint64_t>(word) << 32 | word) & mask_of(type);
}

double value_of_word(DType type, std::uint32_t word) { return value_of(type, bits_of_word(type, word)); }

bool is_sum(DType type, std::uint64_t got, std::uint64_t held, std::uint64_t expected) {
  if (!is_floating(type)) return ((got - expected - held) & mask_of(type)) == 0;
  const double sum = value_of(type, held) + value_of(type, expected);
  return std::abs(value_of(type, got) - sum) <= share_of_rounding(type) * std::abs(sum);
}

}  // namespace judge
