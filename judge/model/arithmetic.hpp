#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace judge {

/// The units that a problem's operations may run on: as exact as its numbers need, and as fast as the device has them.
enum class Arithmetic : int {
  fp32 = 0,  ///< the ordinary cores
  fp16 = 1,  ///< tensor cores on half or bfloat16, with sums in fp32
  int8 = 2,  ///< tensor cores on signed bytes, with sums in int32
};

inline constexpr std::size_t k_arithmetics = 3;

constexpr auto names_of(Arithmetic) {
  return std::array{std::pair{Arithmetic::fp32, std::string_view("fp32")},
                    std::pair{Arithmetic::fp16, std::string_view("fp16")},
                    std::pair{Arithmetic::int8, std::string_view("int8")}};
}

}  // namespace judge
