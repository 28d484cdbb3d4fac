#include "judge/serve/marks.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "judge/util/lines.hpp"
#include "judge/verdict/faults.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_marks = 100;

// "12:5: error: text" or "12): error: text" behind the file's name.
std::optional<LineMark> diagnostic_in(std::string_view rest) {
  LineMark mark;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), mark.line);
  if (error != std::errc() || mark.line <= 0) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  for (const auto& [word, is_error] : {std::pair{"error: ", true}, {"warning: ", false}}) {
    const auto at = rest.find(word);
    if (at == std::string_view::npos || at > 24) continue;
    mark.is_error = is_error;
    mark.text = rest.substr(at + std::string_view(word).size());
    return mark;
  }
  return std::nullopt;
}

std::string text_of(const Fault& fault) {
  std::string text = fault_summary(fault, Case());
  if (fault.in_kernel && !fault.kernel.empty())
    text += fmt::format(" (in {}, block {}, thread {})", fault.kernel, index_text(fault.block), index_text(fault.thread));
  return text;
}

}  // namespace

std::vector<LineMark> diagnostics_in(std::string_view text, std::string_view file) {
  const std::string name = std::filesystem::path(file).filename();
  std::vector<LineMark> marks;
  while (!text.empty() && marks.size() < k_most_marks) {
    const auto line = take_line(text);
    const auto at = line.find(name);
    if (name.empty() || at == std::string_view::npos || at + name.size() >= line.size()) continue;
    if (at > 0 && line[at - 1] != '/' && line[at - 1] != ' ') continue;
    const char next = line[at + name.size()];
    if (next != ':' && next != '(') continue;
    if (auto mark = diagnostic_in(line.substr(at + name.size() + 1))) marks.push_back(std::move(*mark));
  }
  return marks;
}

std::vector<LineMark> marks_of(const Record& record) {
  const auto name = record.attempt.path.filename();
  std::vector<LineMark> marks;
  if (record.verdict.kind == VerdictKind::compile_error || record.verdict.kind == VerdictKind::unsupported)
    marks = diagnostics_in(record.verdict.details, record.attempt.path.string());
  const auto add = [&](const Fault& fault, bool is_error) {
    const bool is_here = std::filesystem::path(fault.file).filename() == name;
    if (is_here && fault.line > 0) marks.push_back({fault.line, is_error, text_of(fault)});
    if (fault.other && std::filesystem::path(fault.other->file).filename() == name && fault.other->line > 0 &&
        fault.other->line != fault.line)
      marks.push_back({fault.other->line, is_error, fmt::format("the other access, in line {} is the later one", fault.line)});
  };
  if (record.fault) add(*record.fault, true);
  for (const auto& finding : record.findings) add(finding, record.verdict.kind != VerdictKind::accepted);
  std::vector<LineMark> unique;
  for (auto& mark : marks) {
    const bool is_known =
        std::ranges::any_of(unique, [&](const LineMark& other) { return other.line == mark.line && other.text == mark.text; });
    if (!is_known && unique.size() < k_most_marks) unique.push_back(std::move(mark));
  }
  std::ranges::stable_sort(unique, {}, &LineMark::line);
  return unique;
}

}  // namespace judge
