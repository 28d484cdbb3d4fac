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
  std::string version;  ///< first line of its --version
};

/// What the code is for: to be fast (clang++ vectorises across CUDA threads), or to be looked at while it runs (g++ tells
/// of more accesses, and marks uninitialised local variables).
enum class Purpose { running, checking };

/// `wanted`, or else the one of clang++ and g++ that serves the purpose best, or else the other. Errors: none is
/// installed, with the command that installs one.
Result<Compiler> find_compiler(const std::string& wanted, Purpose purpose);

std::vector<std::string> preprocessor_flags(const std::filesystem::path& include);
/// Of a file with this text of its user's.
std::vector<std::string> compiler_flags(const Compiler& compiler, std::string_view users_text);
/// Checks before every access, with a call of the runtime where one fails.
std::vector<std::string> alignment_check_flags();
/// Calls of the runtime before every access; warnings of local variables that are read before they are written.
std::vector<std::string> access_check_flags(const Compiler& compiler);
/// For code whose lanes can run in lockstep: a call before each access, and what keeps a lane's place in the code tellable.
std::vector<std::string> lockstep_flags(const Compiler& compiler);
/// Lets the runtime see calls of functions that take a GPU some time.
std::vector<std::string> lockstep_link_flags();
/// For linking what was compiled with either of these.
std::vector<std::string> access_check_link_flags();

}  // namespace judge::cucc
