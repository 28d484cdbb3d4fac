#pragma once

#include <cstddef>

#include "judge/util/described.hpp"

namespace judge {

/// The units that a problem's operations may run on: as exact as its numbers need, and as fast as the device has them.
enum class Arithmetic : int {
  fp32 = 0,  ///< the ordinary cores
  fp16 = 1,  ///< tensor cores on half or bfloat16, with sums in fp32
  int8 = 2,  ///< tensor cores on signed bytes, with sums in int32
};

inline constexpr std::size_t k_arithmetics = 3;

constexpr auto names_of(Arithmetic) {
  return named<Arithmetic>({{Arithmetic::fp32, "fp32"}, {Arithmetic::fp16, "fp16"}, {Arithmetic::int8, "int8"}});
}

}  // namespace judge
