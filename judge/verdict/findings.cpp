#include "judge/verdict/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "judge/verdict/faults.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// A race has two places and no first one. Where no line is known, the words tell one finding from another.
auto key_of(const Finding& finding) {
  const int other = finding.other ? finding.other->line : 0;
  const bool is_race = finding.kind == Fault::Kind::race || finding.kind == Fault::Kind::stream_race;
  const bool is_before = finding.offset_bytes < 0;
  const bool is_outside_write = finding.kind == Fault::Kind::illegal_access && finding.is_write;
  const bool has_line = finding.line > 0;
  return std::tuple(finding.kind, finding.space, finding.file, is_race ? std::min(finding.line, other) : finding.line,
                    is_race ? std::max(finding.line, other) : 0, finding.buffer + finding.thing, is_before, is_outside_write,
                    has_line ? std::string() : finding.note);
}

bool is_about_a_thread(const Finding& finding) {
  using enum Fault::Kind;
  const bool is_of_solve = finding.kind == leak || finding.kind == unchecked_launch || finding.kind == host_access ||
                           finding.kind == failed_call || finding.kind == lockstep || finding.kind == lost_update ||
                           finding.kind == warps_apart || finding.kind == stale_memory || finding.kind == early_copy ||
                           finding.kind == early_launch || finding.kind == stream_order;
  return finding.in_kernel && !is_of_solve;
}

// "in reduce, block (0,0,0), thread (3,0,0)"
std::string who_text(const Finding& finding) {
  if (!is_about_a_thread(finding)) return finding.kind == Fault::Kind::host_access ? "in the host code of solve()" : "";
  const std::string kernel = finding.kernel.empty() ? "" : fmt::format("in {}, ", finding.kernel);
  if (finding.thread_is_unknown && kernel.empty()) return "";
  if (finding.thread_is_unknown) return fmt::format("{}block {}", kernel, index_text(finding.block));
  return fmt::format("{}block {}, thread {}", kernel, index_text(finding.block), index_text(finding.thread));
}

std::string other_text(const Finding& finding) {
  if (!finding.other || finding.kind == Fault::Kind::stream_race) return {};  // its note names both
  const auto& other = *finding.other;
  const std::string block = other.block == finding.block ? "" : fmt::format(" of block {}", index_text(other.block));
  const std::string place = other.line > 0 ? fmt::format(" in line {}", other.line) : "";
  if (finding.kind == Fault::Kind::divergent_barrier)
    return fmt::format("waits here, and thread {}{} waits{}", index_text(other.thread), block, place);
  if (finding.kind == Fault::Kind::unfinished_copy)
    return fmt::format("reads what thread {}{} copies{}, and has not waited for", index_text(other.thread), block, place);
  return fmt::format("{} what thread {}{} {}{}, and nothing orders the two", finding.is_write ? "writes" : "reads",
                     index_text(other.thread), block, other.is_write ? "writes" : "reads", place);
}

// Not if it is the same line.
std::string other_source(const Finding& finding) {
  if (!finding.other || finding.other->source.empty() || finding.other->line == finding.line) return {};
  return fmt::format("    {}: {}", finding.other->line, finding.other->source);
}

std::string hint_text(const Finding& finding, const Case& test) {
  const bool is_forgiven = finding.kind == Fault::Kind::illegal_access && !finding.is_write && !finding.buffer.empty();
  if (finding.passes_on_gpu && finding.kind == Fault::Kind::illegal_access)
    return "a GPU does not detect it, and the result depends on the memory there; " + fault_hint(finding, test);
  if (is_forgiven) return "a GPU does not detect it, but the value is arbitrary; " + fault_hint(finding, test);
  if (finding.kind == Fault::Kind::divergent_barrier && !finding.other)
    return "every thread of the block must reach every __syncthreads(): put it outside the if, and let "
           "threads without work skip the work instead of returning";
  return fault_hint(finding, test);
}

bool is_note(const Finding& finding) { return finding.kind == Fault::Kind::leans_on_zeros; }

bool has_line(std::string_view text, std::string_view line) {
  for (std::size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) {
    const std::size_t begin = text.find_last_of('\n', at) + 1, end = std::min(text.find('\n', at), text.size());
    if (text.substr(begin, end - begin).find_first_not_of(' ') + begin == at && at + line.size() == end) return true;
  }
  return false;
}

/// `said`: of the verdict. `before`: findings that stand above it, which may have the same advice.
std::string finding_text(const Finding& finding, const Case& test, std::string_view said, std::string_view before) {
  if (is_note(finding)) return "note: " + finding.note;
  const std::string place = place_text(finding.file, finding.line, finding.column);
  const std::string who = who_text(finding), other = other_text(finding);
  const std::string who_and_other = who + (who.empty() || other.empty() ? "" : " ") + other;
  const std::string hint = hint_text(finding, test);
  const bool is_note_said = finding.note.empty() || has_line(said, finding.note);
  const bool is_hint_said = hint.empty() || has_line(said, hint) || has_line(before, hint);
  std::string lines = join_lines({finding.source.empty() ? "" : fmt::format("    {}: {}", finding.line, finding.source),
                                  other_source(finding), who_and_other.empty() ? "" : "  " + who_and_other,
                                  is_note_said ? "" : "  " + finding.note, is_hint_said ? "" : "  " + hint});
  return fmt::format("finding: {}{}\n{}", place.empty() ? "" : place + ": ", fault_summary(finding, test), lines);
}

}  // namespace

std::vector<Finding> without_repetitions(const std::vector<Finding>& findings) {
  std::vector<Finding> fresh;
  for (const Finding& finding : findings) {
    const auto known = std::ranges::find_if(fresh, [&](const Finding& one) { return key_of(one) == key_of(finding); });
    if (known == fresh.end()) fresh.push_back(finding);
    else if (known->in_one_warp && !finding.in_one_warp) *known = finding;  // what helps among warps helps within one
  }
  return fresh;
}

std::string findings_text(const std::vector<Finding>& findings, const Case& test, std::string_view said) {
  const auto fresh = without_repetitions(findings);
  std::vector<std::string> texts;
  for (const Finding& finding : fresh)
    if (texts.size() < k_most_findings) texts.push_back(finding_text(finding, test, said, join_lines(texts)));
  if (fresh.size() > texts.size())
    texts.push_back(
        fmt::format("and {} more findings, in --json{}", fresh.size() - texts.size(),
                    fresh.size() > k_most_kept_findings ? fmt::format(" the first {} of all", k_most_kept_findings) : ""));
  return join_lines(texts);
}

std::string keep_findings(std::vector<Finding>& kept, const std::vector<Finding>& findings) {
  kept.assign(findings.begin(),
              findings.begin() + static_cast<std::ptrdiff_t>(std::min(findings.size(), k_most_kept_findings)));
  if (kept.size() == findings.size()) return "";
  return fmt::format("There were {} findings; the record keeps the first {}.", findings.size(), kept.size());
}

std::string findings_count(const std::vector<Finding>& findings) {
  const auto count = std::ranges::count_if(without_repetitions(findings), std::not_fn(is_note));
  return count == 0 ? "" : count_of(count, "finding");
}

}  // namespace judge
