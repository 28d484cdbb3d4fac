#include "judge/referee/scalar_bits.hpp"

#include <bit>

namespace judge {

std::uint64_t bits_of(DType type, const Scalar& value) {
  const double real =
      std::holds_alternative<double>(value) ? std::get<double>(value) : static_cast<double>(std::get<std::int64_t>(value));
  if (type == DType::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(real));
  if (type == DType::f64) return std::bit_cast<std::uint64_t>(real);
  const std::int64_t integer =
      std::holds_alternative<std::int64_t>(value) ? std::get<std::int64_t>(value) : static_cast<std::int64_t>(real);
  return std::bit_cast<std::uint64_t>(integer);
}

}  // namespace judge
