#include "judge/verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/util/units.hpp"

namespace judge {

namespace {

using State = SoundnessCheck::State;

struct Mark {
  const char* for_people;
  const char* for_programs;
  Tone tone;
};

Mark mark_of(State state) {
  switch (state) {
    case State::ok: return {"ok", "ok", Tone::good};
    case State::warning: return {"warning", "warning", Tone::strong};
    case State::failed: return {"FAILED", "failed", Tone::bad};
    case State::not_checked: return {"-", "not-checked", Tone::faint};
  }
  return {"?", "?", Tone::plain};
}

std::size_t name_width(const SoundnessReport& report) {
  std::size_t width = 0;
  for (const auto& check : report.checks) width = std::max(width, display_width(check.name));
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

std::string check_text(const SoundnessCheck& check, std::size_t width, const TextStyle& style) {
  constexpr std::size_t mark_width = 7;
  const auto mark = mark_of(check.state);
  const std::size_t column = 2 + mark_width + 2 + width + 2;
  auto text = fmt::format("  {}  {}  {}\n", toned(padded(mark.for_people, mark_width), mark.tone, style),
                          padded(printable(check.name), width), hanging(printable(check.found), column));
  if (!check.cases.empty()) text += std::string(column, ' ') + "in " + printable(some_of(check.cases)) + '\n';
  if (!check.advice.empty()) text += std::string(column, ' ') + hanging(printable(check.advice), column) + '\n';
  return text;
}

std::size_t count_in(const SoundnessReport& report, State state) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.checks, [&](const SoundnessCheck& check) { return check.state == state; }));
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
  for (const auto& check : report.checks) text += check_text(check, width, style);
  const std::size_t failures = count_in(report, State::failed), warnings = count_in(report, State::warning);
  auto summary = failures ? fmt::format("not sound: {} of {} checks failed", failures, report.checks.size()) : "sound";
  if (warnings) summary += fmt::format(", {} warning{}", warnings, warnings == 1 ? "" : "s");
  return text + toned(report.problem + " is " + summary, failures ? Tone::bad : Tone::good, style) + '\n';
}

nlohmann::json soundness_json(std::span<const SoundnessReport> reports) {
  auto problems = nlohmann::json::array();
  for (const auto& report : reports) {
    auto checks = nlohmann::json::array();
    for (const auto& check : report.checks)
      checks.push_back({{"state", mark_of(check.state).for_programs},
                        {"name", check.name},
                        {"found", check.found},
                        {"advice", check.advice},
                        {"cases", check.cases}});
    problems.push_back({{"problem", report.problem},
                        {"runtime", name_of(report.runtime)},
                        {"sound", report.is_sound()},
                        {"checks", std::move(checks)}});
  }
  const bool sound = std::ranges::all_of(reports, &SoundnessReport::is_sound);
  return {{"schema", "judge.verify/1"}, {"sound", sound}, {"problems", std::move(problems)}};
}

}  // namespace judge
