// A function, type or constant of CUDA's that the emulated headers lack is an undeclared identifier to the compiler, and would be
// a compile error with a hint at some other name. nvcc would accept it, so the verdict is `unsupported`.
#include "judge/emulator/driver/absent_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/util/regex.hpp"

namespace judge::cucc {

namespace {

constexpr std::string_view absent_names =
#include "judge/emulator/driver/absent_names.inc"
    ;

struct HeaderOfNames {
  std::string_view word, header;
};
constexpr std::array headers_of_names = {HeaderOfNames{"cublas", "/cublas_v2.h\""}, HeaderOfNames{"CUBLAS_", "/cublas_v2.h\""},
                                         HeaderOfNames{"curand", "/curand"}, HeaderOfNames{"CURAND_", "/curand"},
                                         HeaderOfNames{"bfloat16", "/cuda_bf16.h\""}};

bool is_absent(std::string_view name, std::string_view text) {
  for (const HeaderOfNames& library : headers_of_names)
    if (name.contains(library.word) && !text.contains(library.header)) return false;
  return absent_names.contains(fmt::format(" {} ", name));
}

}  // namespace

std::optional<lowering::Unsupported> absent_name(const std::string& diagnostics, std::string_view text) {
  // clang: "use of undeclared identifier 'x'", "unknown type name 'x'"; gcc: "'x' was not declared in this scope", "'x' does not
  // name a type", in quotes of the locale's.
  static const Regex pattern(
      "^([^\\n]*?):(\\d{1,9}):\\d+: (?:fatal )?error: (?:use of undeclared identifier |unknown type name )?"
      "(?:'|\u2018)(\\w+)(?:'|\u2019)(.*)$");
  for (std::size_t at = 0; at < diagnostics.size();) {
    const std::size_t end = std::min(diagnostics.find('\n', at), diagnostics.size());
    constexpr std::size_t longest_line = 1000;
    const std::string line = diagnostics.substr(at, std::min(end - at, longest_line));
    at = end + 1;
    const auto found = pattern.match(line);
    if (!found || !is_absent((*found)[3], text)) continue;
    const bool is_undeclared = line.contains("undeclared identifier") || line.contains("unknown type name") ||
                               (*found)[4].contains("was not declared") || (*found)[4].contains("does not name a type");
    if (is_undeclared)
      return lowering::Unsupported{std::string((*found)[1]), std::stoi(std::string((*found)[2])), std::string((*found)[3])};
  }
  return std::nullopt;
}

}  // namespace judge::cucc
