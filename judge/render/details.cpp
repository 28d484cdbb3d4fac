#include "judge/render/details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "judge/util/bounded_text.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

static std::string case_line(const Record& record) {
  const auto& name = record.verdict.case_name;
  if (name.empty()) return {};
  const auto found = std::ranges::find(record.cases, name, &CaseResult::name);
  std::string line = "case " + (found == record.cases.end() ? name : with_sizes(name, found->sizes));
  const auto passed = std::ranges::count_if(record.cases, &CaseResult::passed);
  if (passed > 0) line += fmt::format("; {} passed before it", passed == 1 ? "1 case" : fmt::format("{} cases", passed));
  return line;
}

static bool is_repeatable(VerdictKind kind) {
  return kind != VerdictKind::compile_error && kind != VerdictKind::judge_error && kind != VerdictKind::unsupported;
}

static std::string check_line(const Record& record) {
  if (!record.check || record.check->note.empty()) return {};
  return indented("check: " + printable(record.check->note)) + '\n';
}

/// "wrong-answer"; of what was accepted the summary, which begins with that word: "accepted, 3 findings".
static std::string headline_of(const Verdict& verdict) {
  const bool says_more = verdict.kind == VerdictKind::accepted && !verdict.summary.empty();
  return says_more ? printable(verdict.summary) : std::string(name_of(verdict.kind));
}

std::string details_text(const Record& record, const TextStyle& style) {
  const auto& verdict = record.verdict;
  const bool accepted = verdict.kind == VerdictKind::accepted;
  const auto details = printable(verdict.details);
  const auto check = check_line(record);
  if (accepted && details.empty() && check.empty()) return {};
  auto text = fmt::format("{}: {}", toned(printable_line(record.attempt.shown()), Tone::strong, style),
                          toned(headline_of(verdict), accepted ? Tone::good : Tone::bad, style));
  text += accepted || verdict.summary.empty() ? "\n" : ": " + printable_line(verdict.summary) + '\n';
  if (verdict.kind == VerdictKind::compile_error) return details.empty() ? text : text + details + '\n';
  if (const auto line = case_line(record); !line.empty()) text += indented(printable_line(line)) + '\n';
  if (!details.empty()) text += indented(details) + '\n';
  text += check;
  if (!accepted && is_repeatable(verdict.kind) && record.seed != 0)
    text += indented(fmt::format("repeat these inputs with --seed {}\n", record.seed));
  return text;
}

std::string stages_text(const Record& record) {
  std::string text;
  double total_s = 0;
  for (const auto& stage : record.stages) {
    text += fmt::format("{}{} {:.2f} s", text.empty() ? "" : ", ", stage.stage, stage.seconds);
    total_s += stage.seconds;
  }
  return text.empty() ? text : fmt::format("{}; {:.2f} s in all", text, total_s);
}

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
  const auto says_what_is_missing = [](const std::string& line) {
    return line.starts_with("... ") && line.ends_with(BoundedText::k_mark);
  };
  const bool is_missing_some = std::ranges::any_of(lines, says_what_is_missing);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_left_out = i >= k_lines_at_each_end && i + k_lines_at_each_end < lines.size();
    if (!is_left_out) text += "    | " + lines[i] + "\n";
    else if (i == k_lines_at_each_end)
      text += fmt::format("    ... ({} more lines{})\n", lines.size() - 2 * k_lines_at_each_end,
                          is_missing_some ? ", and what was not kept" : "");
  }
  return text;
}

std::string printed_text(const std::string& who, const std::string& printed) {
  if (printed.empty()) return "";
  return fmt::format("{} printed:\n{}", printable_line(who), first_and_last_lines(printed));
}

std::string tried_text(Record record, const TextStyle& style) {
  constexpr std::string_view accepted = name_of(VerdictKind::accepted), right = "right in this case";
  if (record.verdict.kind != VerdictKind::accepted) return details_text(record, style);
  auto& summary = record.verdict.summary;
  summary = std::string(right) + (summary.starts_with(accepted) ? summary.substr(accepted.size()) : "") +
            "; `judge run` judges all cases";
  const auto details = details_text(record, style);
  return !details.empty() ? details : fmt::format("{}: {}\n", printable_line(record.attempt.shown()), summary);
}

}  // namespace judge
