#include "judge/verdict/one_line_reason.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/util/lines.hpp"
#include "judge/util/regex.hpp"

namespace judge {

std::string first_compiler_error(const std::string& messages) {
  // "file.cu(12): error: text" (nvcc), "file.cu:12:5: error: text" (g++, clang++)
  static const Regex pattern(R"(([^\s/]*\.cuh?)[:(]([0-9]+)[^\n]*?error\s*(?:#[0-9A-Z-]+)?\s*:\s*([^\n]*))");
  constexpr std::size_t k_longest_line = 2000;  // a pattern takes stack by the length
  for (std::string_view rest = messages; !rest.empty();) {
    const auto line = take_line(rest);
    if (const auto found = pattern.find(line.substr(0, k_longest_line)))
      return fmt::format("{}:{}: {}", (*found)[1], (*found)[2], (*found)[3]);
  }
  const auto at = messages.find("error");
  if (at == messages.npos) return {};
  const auto begin = messages.rfind('\n', at) + 1;
  return messages.substr(begin, messages.find('\n', at) - begin);
}

std::string one_line_reason(const Record& record) {
  const auto& verdict = record.verdict;
  std::string reason;
  if (verdict.kind == VerdictKind::compile_error) reason = first_compiler_error(verdict.details);
  if (reason.empty()) reason = verdict.summary;
  if (!verdict.case_name.empty()) reason += fmt::format(" (case {})", verdict.case_name);
  return fmt::format("{}: {}", name_of(verdict.kind), reason);
}

}  // namespace judge
