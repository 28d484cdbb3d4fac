#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace judge {

enum class CompilerFamily { gcc, clang };

/// Names by which the host's compilers are looked for in PATH, those of `first` before the others.
std::vector<std::string> host_compiler_names(CompilerFamily first);

/// The first of them that is there.
std::optional<std::filesystem::path> first_host_compiler(CompilerFamily first);

}  // namespace judge
