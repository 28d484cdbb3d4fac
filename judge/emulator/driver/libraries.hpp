#pragma once

#include <string>
#include <vector>

#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge::cucc {

/// What -l NAME means to the preprocessor: headers refuse to be included without it.
std::vector<std::string> library_defines(const std::vector<std::string>& libraries);

/// What the linker needs for them. Errors: an unknown name; a library of the host that one is made of is not installed,
/// with the command that installs it.
Result<std::vector<std::string>> library_flags(const std::vector<std::string>& libraries,
                                               const Installation& installation);

}  // namespace judge::cucc
