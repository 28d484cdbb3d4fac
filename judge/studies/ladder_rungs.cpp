#include "judge/studies/ladder_rungs.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "judge/build/judge_lines.hpp"

namespace judge {

namespace {

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::string first_sentence(const std::string& text) {
  for (auto at = text.find_first_of(".:;"); at != text.npos; at = text.find_first_of(".:;", at + 1))
    if (at + 1 == text.size() || text[at + 1] == ' ') return text.substr(0, at);
  return text;
}

// What the comment that the source begins with says, without the lines for the judge.
std::string first_comment(std::string_view source) {
  std::string comment;
  std::istringstream lines{std::string(source)};
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (!text.starts_with("//")) break;
    if (!is_judge_line(text)) comment += (comment.empty() ? "" : " ") + trimmed(text.substr(2));
  }
  return comment;
}

Result<int> rung_of(const JudgeLine& line, std::string_view file) {
  const std::string text = line.words.empty() ? "" : line.words.front();
  int rung = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rung);
  if (error != std::errc{} || end != text.data() + text.size() || rung < 1 || line.words.size() > 1)
    return fail("{}:{}: 'judge: rung' takes one whole number from 1, not '{}'", file, line.line, fmt::join(line.words, " "));
  return rung;
}

}  // namespace

Result<RungNote> read_rung_note(std::string_view source, std::string_view file) {
  RungNote note{.idea = first_sentence(first_comment(source))};
  const auto lines = judge_lines(source);
  if (!lines) return fail("{}:{}: {}", file, lines.error().line, lines.error().message);
  for (const JudgeLine& line : *lines) {
    if (line.key == JudgeLine::Key::link) continue;
    if (note.rung > 0 || note.is_yardstick)
      return fail("{}:{}: a second place on the ladder; one line says it", file, line.line);
    if (line.key == JudgeLine::Key::rung) {
      JUDGE_TRY(note.rung, rung_of(line, file));
    } else if (line.words.empty()) note.is_yardstick = true;
    else return fail("{}:{}: nothing follows 'judge: yardstick'", file, line.line);
  }
  return note;
}

Result<std::vector<Rung>> rungs_of(const Named& named, LadderOrder order) {
  std::vector<Rung> rungs;
  for (const auto& submission : named.submissions) {
    JUDGE_TRY(auto note, read_rung_note(submission.source, submission.attempt.path.string()));
    if (order == LadderOrder::as_named || note.rung > 0 || note.is_yardstick) rungs.push_back({submission, std::move(note)});
  }
  if (order == LadderOrder::as_named) return rungs;
  if (rungs.empty())
    return fail(
        "no attempt at {} in {} is on a ladder: give those that are a line '// judge: rung 1', or name them in "
        "their order",
        named.problem.name, (named.root / "solutions").string());
  std::ranges::stable_sort(rungs, {}, [](const Rung& rung) { return std::pair(rung.note.is_yardstick, rung.note.rung); });
  return rungs;
}

}  // namespace judge
