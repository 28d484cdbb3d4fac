#include "judge/verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge {

namespace {

using State = SoundnessResult::State;

struct Mark {
  const char* text;
  Tone tone;
};

Mark mark_of(State state) {
  switch (state) {
    case State::ok: return {"ok", Tone::good};
    case State::warning: return {"warning", Tone::strong};
    case State::failed: return {"FAILED", Tone::bad};
    case State::not_tested: return {"-", Tone::faint};
  }
  return {"?", Tone::plain};
}

std::size_t name_width(const SoundnessReport& report) {
  std::size_t width = 0;
  for (const auto& result : report.results) width = std::max(width, display_width(result.name));
  return std::min<std::size_t>(width, 32);
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t has = display_width(text);
  return has < width ? text + std::string(width - has, ' ') : text;
}

/// The lines of a text, all but the first moved to the column of the first.
std::string hanging(const std::string& text, std::size_t column) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result.append(column, ' ');
  }
  return result;
}

std::string result_text(const SoundnessResult& result, std::size_t width, const TextStyle& style) {
  constexpr std::size_t mark_width = 7;
  const auto mark = mark_of(result.state);
  const std::size_t column = 2 + mark_width + 2 + width + 2;
  auto text = fmt::format("  {}  {}  {}\n", toned(padded(mark.text, mark_width), mark.tone, style),
                          padded(printable(result.name), width), hanging(printable(result.found), column));
  if (!result.cases.empty()) text += std::string(column, ' ') + "in " + printable(some_of(result.cases)) + '\n';
  if (!result.advice.empty()) text += std::string(column, ' ') + hanging(printable(result.advice), column) + '\n';
  return text;
}

std::size_t count_in(const SoundnessReport& report, State state) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.results, [&](const SoundnessResult& result) { return result.state == state; }));
}

}  // namespace

bool SoundnessReport::is_sound() const { return count_in(*this, State::failed) == 0; }

std::string some_of(std::span<const std::string> names) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::string soundness_text(const SoundnessReport& report, const TextStyle& style) {
  std::string text = toned(report.problem, Tone::strong, style) + '\n';
  const std::size_t width = name_width(report);
  for (const auto& result : report.results) text += result_text(result, width, style);
  const std::size_t failures = count_in(report, State::failed), warnings = count_in(report, State::warning);
  auto summary = failures ? fmt::format("not sound: {} of {} tests failed", failures, report.results.size()) : "sound";
  if (warnings) summary += fmt::format(", {} warning{}", warnings, warnings == 1 ? "" : "s");
  return text + toned(report.problem + " is " + summary, failures ? Tone::bad : Tone::good, style) + '\n';
}

SoundnessDocument soundness_document(std::span<const SoundnessReport> reports) {
  SoundnessDocument document{.is_sound = std::ranges::all_of(reports, &SoundnessReport::is_sound)};
  for (const auto& report : reports)
    document.problems.push_back({report.problem, report.runtime, report.is_sound(), report.results});
  return document;
}

}  // namespace judge
