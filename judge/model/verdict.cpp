#include "judge/model/verdict.hpp"

#include <array>
#include <utility>

namespace judge {

static constexpr std::array<std::pair<VerdictKind, std::string_view>, 10> k_verdicts{{
    {VerdictKind::accepted, "accepted"},
    {VerdictKind::wrong_answer, "wrong-answer"},
    {VerdictKind::runtime_error, "runtime-error"},
    {VerdictKind::time_limit, "time-limit"},
    {VerdictKind::memory_limit, "memory-limit"},
    {VerdictKind::output_limit, "output-limit"},
    {VerdictKind::compile_error, "compile-error"},
    {VerdictKind::cheating, "cheating"},
    {VerdictKind::unsupported, "unsupported"},
    {VerdictKind::judge_error, "judge-error"},
}};

std::string_view name_of(VerdictKind kind) {
  for (const auto& [value, name] : k_verdicts)
    if (value == kind) return name;
  return "?";
}

std::optional<VerdictKind> verdict_from_name(std::string_view name) {
  for (const auto& [value, text] : k_verdicts)
    if (text == name) return value;
  return std::nullopt;
}

}  // namespace judge
