#include "judge/cli/judged_text.hpp"

#include "judge/render/details.hpp"

namespace judge {

std::string rejected_and_warnings_text(const Judged& judged, const TextStyle& style) {
  std::string text =
      printed_text((judged.setting().problem.folder / "reference.cpp").string(), judged.session->harness().oracle.printed());
  for (std::size_t i = 0; i < judged.records.size(); ++i) {
    const Timed& attempt = judged.attempts[i];
    if (attempt.built) text += printable(attempt.built->artifact.warnings);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    text += printed_text(attempt.attempt.shown(), attempt.printed()) + details_text(judged.records[i], style);
  }
  return text;
}

std::vector<std::string> timing_lines(const Judged& judged) {
  std::vector<std::string> lines{fmt::format("device: {}", judged.setting().device.name)};
  if (!judged.ranked.contestants.empty())
    lines.push_back(fmt::format("timed: {}, {} blocks, each attempt called twice in each, in random order and back",
                                judged.setting().cases[judged.ranked.case_index].name,
                                judged.ranked.block_times_ns.front().size()));
  return lines;
}

std::vector<std::string> note_lines(const Judged& judged) {
  std::vector<std::string> lines;
  for (const std::size_t index : judged.ranked.contestants) {
    const auto& record = judged.records[index];
    if (const auto& note = record.measurements.front().note; !note.empty())
      lines.push_back(fmt::format("{}: {}", record.attempt.shown(), note));
  }
  return lines;
}

}  // namespace judge
