#include "judge/batch/batch_progress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "judge/render/terminal.hpp"
#include "judge/util/units.hpp"
#include "judge/worker/lines.hpp"

namespace judge {

static std::string verdicts_text(const BatchCounts& counts) {
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : counts.verdicts)
    parts.push_back(fmt::format("{} {}", format_count(static_cast<std::int64_t>(count)), name_of(verdict)));
  if (counts.errors > 0) parts.push_back(fmt::format("{} not judged", format_count(static_cast<std::int64_t>(counts.errors))));
  return fmt::format("{}", fmt::join(parts, ", "));
}

static std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string progress_text(const BatchCounts& counts, std::optional<std::uint64_t> total, double seconds) {
  const auto count = [](std::uint64_t number) { return format_count(static_cast<std::int64_t>(number)); };
  std::string text = count(counts.done());
  if (total) text += " of " + count(*total);
  const auto here = counts.done() - counts.before;
  if (here > 0 && seconds > 0) {
    const double rate = static_cast<double>(here) / seconds;
    text += fmt::format(", {} a second", format_significant(rate));
    if (total && *total > counts.done())
      text += ", " + duration_text(static_cast<double>(*total - counts.done()) / rate) + " left";
  }
  const std::string verdicts = verdicts_text(counts);
  return verdicts.empty() ? text : text + ": " + verdicts;
}

std::string summary_text(const BatchCounts& counts, double seconds) {
  const auto count = [](std::uint64_t number) { return format_count(static_cast<std::int64_t>(number)); };
  const auto here = counts.done() - counts.before;
  std::string text = fmt::format("{} in {}", count_of(static_cast<std::int64_t>(here), "attempt"), duration_text(seconds));
  if (seconds > 0 && here > 0) text += fmt::format(", {} a second", format_significant(static_cast<double>(here) / seconds));
  if (counts.same > 0)
    text += fmt::format("; {} of them {} the content of another and its result", count(counts.same),
                        counts.same == 1 ? "has" : "have");
  if (counts.before > 0)
    text += fmt::format("; {} more {} judged before", count(counts.before), counts.before == 1 ? "was" : "were");
  if (counts.timing_seconds > 0 && seconds > 0)
    text += fmt::format("; something was timed in {:.0f}% of the time", 100 * counts.timing_seconds / seconds);
  const std::string verdicts = verdicts_text(counts);
  return verdicts.empty() ? text + "\n" : text + "\n" + verdicts + "\n";
}

void BatchProgress::write(std::string_view text) const { (void)write_all(m_options.file_descriptor, text); }

void BatchProgress::update(const BatchCounts& counts, std::optional<std::uint64_t> total) {
  m_counts = counts;
  const auto now = m_options.now();
  const bool is_live = m_options.mode == ProgressMode::live;
  if (m_options.mode == ProgressMode::off ||
      now - m_shown < (is_live ? std::chrono::milliseconds(200) : std::chrono::seconds(10)))
    return;
  m_shown = now;
  std::string text = progress_text(counts, total, std::chrono::duration<double>(now - m_begin).count());
  if (is_live) text = shortened(text, std::max<std::size_t>(terminal_width(m_options.file_descriptor), 40));
  write(is_live ? "\r\033[K" + text : text + "\n");
  m_has_line = is_live;
}

void BatchProgress::message(std::string_view line) {
  write((m_has_line ? "\r\033[K" : "") + printable(line) + "\n");
  m_has_line = false;
}

void BatchProgress::finish(std::string_view submitters) {
  const double seconds = std::chrono::duration<double>(m_options.now() - m_begin).count();
  write((m_has_line ? "\r\033[K" : "") + summary_text(m_counts, seconds));
  write(submitters);
  m_has_line = false;
}

}  // namespace judge
