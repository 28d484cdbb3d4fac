#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace judge::cucc {

enum class CompilerKind { clang, gcc };

/// The host compiler that makes a library of lowered source.
struct Compiler {
  std::filesystem::path path;
  CompilerKind kind = CompilerKind::gcc;
  std::string version;     ///< first line of its --version
};

/// `wanted`, or else clang++ (whose code is faster: it vectorises across CUDA threads), or else g++. Errors: none is
/// installed, with the command that installs one.
Result<Compiler> find_compiler(const std::string& wanted);

std::vector<std::string> preprocessor_flags(const std::filesystem::path& include);
std::vector<std::string> compiler_flags(const Compiler& compiler);
/// Checks before every access, with a call of the runtime where one fails.
std::vector<std::string> alignment_check_flags();

}  // namespace judge::cucc
