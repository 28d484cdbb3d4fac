#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge::cucc {

/// Libraries whose functions a user's text names, as cublasCreate: they are linked without being asked for.
std::vector<std::string> used_libraries(std::string_view users_text);

/// What the linker needs for them. Errors: an unknown name; a library of the host that one is made of is not installed,
/// with the command that installs it.
Result<std::vector<std::string>> library_flags(const std::vector<std::string>& libraries, const Installation& installation);

}  // namespace judge::cucc
