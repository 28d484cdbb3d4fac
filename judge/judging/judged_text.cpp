#include "judge/judging/judged_text.hpp"

#include "judge/render/details.hpp"

namespace judge {

static std::string printed_text(const std::string& who, const std::string& printed) {
  if (printed.empty()) return "";
  return fmt::format("{} printed:\n{}{}", printable_line(who), printable(printed), printed.ends_with('\n') ? "" : "\n");
}

std::string rejected_and_warnings_text(const Judged& judged, const TextStyle& style) {
  std::string text =
      printed_text((judged.setting().problem.folder / "reference.cpp").string(), judged.session->harness().oracle.printed());
  for (std::size_t i = 0; i < judged.records.size(); ++i) {
    const Timed& attempt = judged.attempts[i];
    if (attempt.built) text += printable(attempt.built->artifact.warnings);
    text += printed_text(attempt.attempt.name, attempt.printed()) + details_text(judged.records[i], style);
  }
  return text;
}

}  // namespace judge
