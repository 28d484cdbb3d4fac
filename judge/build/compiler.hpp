#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "judge/build/probe.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// A compiler with its version and the flags that it always gets.
struct Compiler {
  enum class Family { nvcc, cucc, host };
  Family family = Family::host;
  std::vector<std::string> command;  ///< the program first: {"ccache", "g++"}
  std::string description;           ///< "g++ 12.2.0"
  std::string identity;              ///< differs where its output may differ: files, versions, environment, processor
  std::vector<std::filesystem::path> own_headers{"/usr/include", "/usr/lib"};  ///< what lies below belongs to it
  std::vector<std::filesystem::path> own_folders;                              ///< of the installation, that it reads
  std::vector<std::string> flags;
  std::vector<std::string> library_flags;  ///< where libraries are linked: how the attempt finds them when it runs

  /// The ways of compiling this source, as further flags. They are tried in order until one succeeds; what the last one
  /// says is what the user is shown.
  std::vector<std::vector<std::string>> recipes(std::string_view source) const;
};

/// g++ or another from CXX or PATH, for references. Errors: there is none.
Result<Compiler> find_host_compiler(const Installation& installation, const Probe& probe);

/// The compiler of attempts for the emulated runtime, a part of the installation. Errors: it is missing or broken.
Result<Compiler> find_cucc(const Installation& installation, const Probe& probe);

/// The host's processor as far as -march=native sees it.
std::string processor_identity();

/// Values of the environment variables that compilers listen to.
std::string environment_identity();

/// The compiler that CXX names, else g++, clang++ or c++ of PATH; empty where there is none.
std::vector<std::string> host_compiler_command();

}  // namespace judge
