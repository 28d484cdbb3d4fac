#include "judge/util/host_compilers.hpp"

#include "judge/util/process.hpp"

namespace judge {

std::vector<std::string> host_compiler_names(CompilerFamily first) {
  std::vector<std::string> names{"g++", "g++-14", "g++-13", "g++-12", "c++"};
  names.insert(first == CompilerFamily::clang ? names.begin() : names.end(),
               {"clang++", "clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++-15", "clang++-14"});
  return names;
}

std::optional<std::filesystem::path> first_host_compiler(CompilerFamily first) {
  for (const auto& name : host_compiler_names(first))
    if (auto program = find_program(name)) return program;
  return std::nullopt;
}

}  // namespace judge
