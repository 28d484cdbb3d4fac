#pragma once

#include <cstdint>
#include <functional>

namespace judge {

/// 64 bits with each call, that nobody can know.
using BitSource = std::function<std::uint64_t()>;

/// From the system.
std::uint64_t random_bits();

}  // namespace judge
