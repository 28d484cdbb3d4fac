#pragma once

#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// The tokens that followed the qualifiers of functions and variables, by index into what is left without them.
struct Qualified {
  std::vector<std::size_t> device, host;
  std::vector<std::size_t> constant, managed;
};

/// Takes these qualifiers out of the tokens, as no pass looks for them and no host compiler knows them.
Qualified take_qualifiers(Lexed& lexed);

/// A function or lambda with __device__ or __global__ that is defined.
struct DeviceFunction {
  std::size_t parameters = none;  ///< the ( ; `none` of a lambda that has none
  Range body;                     ///< from { to }, both excluded; may be empty
};

/// `qualified`: of take_qualifiers(), those with __device__. In the order of their bodies, which may lie in each other.
std::vector<DeviceFunction> find_device_functions(const Translation& translation, const std::vector<std::size_t>& qualified);

}  // namespace judge::lowering
