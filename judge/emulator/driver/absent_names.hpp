#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "judge/emulator/lowering/unsupported.hpp"

namespace judge::cucc {

/// The first error of a compiler's about a name that nothing declares, if it is one that CUDA declares and the emulated headers
/// lack. `text`: what was compiled, with its line markers: a library's names are known only where its header is included.
std::optional<lowering::Unsupported> absent_name(const std::string& diagnostics, std::string_view text);

}  // namespace judge::cucc
