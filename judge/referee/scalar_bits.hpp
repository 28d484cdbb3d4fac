#pragma once

#include <cstdint>

#include "judge/model/problem.hpp"

namespace judge {

/// A scalar argument as the bytes that a call passes, low first.
std::uint64_t bits_of(DType type, const Scalar& value);

}  // namespace judge
