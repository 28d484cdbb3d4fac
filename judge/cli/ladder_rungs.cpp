#include "judge/cli/ladder_rungs.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

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

Result<void> read_directive(const std::string& words, std::string_view file, int line, RungNote& note) {
  std::istringstream stream(words);
  std::string key, value, rest;
  stream >> key >> value >> rest;
  if (key == "yardstick") {
    if (!value.empty()) return fail("{}:{}: nothing follows 'judge: yardstick'", file, line);
    note.is_yardstick = true;
  } else if (key == "rung") {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), note.rung);
    if (error != std::errc{} || end != value.data() + value.size() || note.rung < 1 || !rest.empty())
      return fail("{}:{}: 'judge: rung' takes one whole number from 1, not '{}'", file, line, trimmed(words.substr(4)));
  }
  return {};
}

}  // namespace

Result<RungNote> read_rung_note(std::string_view source, std::string_view file) {
  RungNote note;
  std::string comment;
  std::istringstream lines{std::string(source)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::string text = trimmed(line);
    if (!text.starts_with("//")) break;
    text = trimmed(text.substr(2));
    if (text.starts_with("judge:")) JUDGE_CHECK(read_directive(trimmed(text.substr(6)), file, number, note));
    else comment += (comment.empty() ? "" : " ") + text;
  }
  note.idea = first_sentence(comment);
  return note;
}

Result<std::vector<Rung>> rungs_of(const std::vector<std::string>& named, const std::filesystem::path& root,
                                   const Problem& problem) {
  JUDGE_TRY(const auto contestants, gather_attempts(named, root, problem));
  std::vector<Rung> rungs;
  for (const auto& contestant : contestants) {
    const std::string path = contestant.attempt.path.string();
    JUDGE_TRY(auto note, read_rung_note(contestant.source, path));
    if (!named.empty() || note.rung > 0 || note.is_yardstick) rungs.push_back({path, std::move(note)});
  }
  if (!named.empty()) return rungs;
  if (rungs.empty())
    return fail("no attempt at {} in {} is on a ladder: give those that are a line '// judge: rung 1', or name them in "
                "their order",
                problem.name, (root / "solutions").string());
  std::ranges::stable_sort(rungs, {}, [](const Rung& rung) {
    return std::pair(rung.note.is_yardstick, rung.note.rung);
  });
  return rungs;
}

}  // namespace judge
