#pragma once

#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// Takes __device__ out of the tokens, as no pass looks for it and no host compiler knows it. Returns the tokens that
/// followed, by index into what is left.
std::vector<std::size_t> take_device_qualifiers(Lexed& lexed);

/// A function or lambda with __device__ or __global__ that is defined.
struct DeviceFunction {
  std::size_t parameters = none;   ///< the ( ; `none` of a lambda that has none
  Range body;                      ///< from { to }, both excluded; may be empty
};

/// `qualified`: what take_device_qualifiers() returned. In the order of their bodies, which may lie in each other.
std::vector<DeviceFunction> find_device_functions(const Translation& translation,
                                                  const std::vector<std::size_t>& qualified);

}  // namespace judge::lowering
