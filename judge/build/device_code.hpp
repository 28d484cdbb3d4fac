#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The fat binaries that nvcc has put into a shared library, each with the kernels of one translation unit; none in a library for the
/// emulated runtime. Errors: not readable, not a 64-bit ELF library, a fat binary that is cut short.
Result<std::vector<std::string>> device_code(const std::filesystem::path& library);

}  // namespace judge
