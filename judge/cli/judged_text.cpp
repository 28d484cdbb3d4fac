#include "judge/cli/judged_text.hpp"

#include <algorithm>
#include <string_view>

#include "judge/render/details.hpp"

namespace judge {

// Of much output the first and the last lines: the verdict comes behind it.
static std::string first_and_last_lines(std::string_view printed) {
  constexpr std::size_t k_lines_at_each_end = 10, k_most_of_a_line = 400;
  std::vector<std::string> lines;
  while (!printed.empty()) {
    const auto end = std::min(printed.find('\n'), printed.size());
    const auto line = printed.substr(0, end);
    lines.push_back(printable(line.substr(0, k_most_of_a_line)));
    if (line.size() > k_most_of_a_line) lines.back() += fmt::format(" ... ({} more bytes)", line.size() - k_most_of_a_line);
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_left_out = i >= k_lines_at_each_end && i + k_lines_at_each_end < lines.size();
    if (!is_left_out) text += lines[i] + "\n";
    else if (i == k_lines_at_each_end) text += fmt::format("... ({} more lines)\n", lines.size() - 2 * k_lines_at_each_end);
  }
  return text;
}

static std::string printed_text(const std::string& who, const std::string& printed) {
  if (printed.empty()) return "";
  return fmt::format("{} printed:\n{}", printable_line(who), first_and_last_lines(printed));
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
      lines.push_back(fmt::format("{}: {}", record.attempt.name, note));
  }
  return lines;
}

}  // namespace judge
