#include "judge/render/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "judge/render/rate_text.hpp"
#include "judge/render/terminal.hpp"
#include "judge/util/units.hpp"

namespace judge {

using namespace std::chrono_literals;

static constexpr auto k_least_interval = 100ms;

ProgressMode progress_mode_for(int file_descriptor, ProgressMode elsewhere) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return isatty(file_descriptor) != 0 && !dumb ? ProgressMode::live : elsewhere;
}

Progress::Progress(ProgressOptions options) : m_options(std::move(options)) {
  m_stage_start = m_options.now();
  m_last_draw = m_stage_start - k_least_interval;
  if (m_options.mode == ProgressMode::live && m_options.ticker == ProgressOptions::Ticker::on)
    m_ticker = std::thread([this] { run_ticker(); });
}

Progress::~Progress() {
  finish();
  if (m_ticker.joinable()) m_ticker.join();
}

void Progress::run_started(std::size_t attempts) {
  const std::lock_guard lock(m_mutex);
  m_attempts = attempts;
}

void Progress::run_ended() {
  const std::lock_guard lock(m_mutex);
  clear();
  m_attempt.clear();
  m_stage.clear();
  m_attempts = m_attempts_started = m_cases = m_cases_done = m_cases_failed = 0;
}

void Progress::attempt_started(std::string_view name, std::size_t cases) {
  const std::scoped_lock lock(m_mutex);
  m_attempt = printable_line(name);
  m_stage.clear();
  m_cases = cases;
  m_cases_done = m_cases_failed = 0;
  ++m_attempts_started;
  const auto now = m_options.now();
  m_stage_start = now;
  draw(now);
}

void Progress::stage(std::string_view name) {
  const std::scoped_lock lock(m_mutex);
  start_stage(name);
}

void Progress::overall_stage(std::string_view name) {
  const std::scoped_lock lock(m_mutex);
  m_attempt.clear();
  m_cases = m_cases_done = m_cases_failed = 0;
  start_stage(name);
}

void Progress::start_stage(std::string_view name) {
  m_stage = printable_line(name);
  const auto now = m_options.now();
  m_stage_start = now;
  if (m_options.mode == ProgressMode::lines) write_line(m_attempt.empty() ? m_stage : m_attempt + ": " + m_stage);
  draw(now);
}

void Progress::case_done(std::string_view, bool passed) {
  const std::scoped_lock lock(m_mutex);
  ++m_cases_done;
  if (!passed) ++m_cases_failed;
  draw(m_options.now());
}

void Progress::attempt_done(const Record& record) {
  const std::scoped_lock lock(m_mutex);
  if (m_options.mode != ProgressMode::lines) return;
  auto line = fmt::format("{}: {}", record.attempt.shown(), name_of(record.verdict.kind));
  const bool accepted = record.verdict.kind == VerdictKind::accepted;
  if (!accepted && !record.verdict.summary.empty()) line += ": " + record.verdict.summary;
  if (accepted && !record.measurements.empty()) line += ", " + time_text(record.measurements.front().device);
  write_line(printable_line(line));
}

void Progress::message(std::string_view line) {
  const std::scoped_lock lock(m_mutex);
  if (m_options.mode == ProgressMode::off) return;
  clear();
  write_line(printable(line));
  draw(m_options.now());
}

void Progress::tick() {
  const std::scoped_lock lock(m_mutex);
  draw(m_options.now());
}

void Progress::finish() {
  const std::scoped_lock lock(m_mutex);
  clear();
  m_finished = true;
  m_wake.notify_all();
}

/// "[2/14] va_float4: timing large, case 3 of 20, 1 failed, 12 s"
std::string Progress::live_line(Time now) const {
  if (m_attempt.empty() && m_stage.empty()) return {};
  std::string line;
  if (!m_attempt.empty() && m_attempts > 1) line = fmt::format("[{}/{}] ", m_attempts_started, m_attempts);
  line += m_attempt;
  if (!m_stage.empty()) line += (m_attempt.empty() ? "" : ": ") + m_stage;
  if (m_cases > 0 && m_cases_done < m_cases) line += fmt::format(", case {} of {}", m_cases_done + 1, m_cases);
  if (m_cases_failed > 0) line += fmt::format(", {} failed", m_cases_failed);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - m_stage_start).count();
  if (seconds >= 2) line += fmt::format(", {} s", seconds);
  return line;
}

/// Skipped where the last drawing was too short a while ago: the ticker catches up.
void Progress::draw(Time now) {
  if (m_options.mode != ProgressMode::live || m_finished || now - m_last_draw < k_least_interval) return;
  auto line = live_line(now);
  const std::size_t width = m_options.width > 0 ? m_options.width : terminal_width(m_options.file_descriptor);
  // A full last column would make some terminals wrap, and then the line cannot be rewritten.
  if (width > 1) line = shortened(line, width - 1);
  if (line == m_shown) return;
  write_bytes("\r\033[K" + line);
  m_shown = std::move(line);
  m_last_draw = now;
}

void Progress::clear() {
  if (!m_shown.empty()) write_bytes("\r\033[K");
  m_shown.clear();
  m_last_draw -= k_least_interval;
}

void Progress::write_line(std::string_view line) {
  if (!m_finished) write_bytes(std::string(line) + '\n');
}

/// Best effort: progress that cannot be written is no reason to stop.
void Progress::write_bytes(std::string_view bytes) const {
  while (!bytes.empty()) {
    const auto written = ::write(m_options.file_descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Progress::run_ticker() {
  std::unique_lock lock(m_mutex);
  while (!m_finished) {
    m_wake.wait_for(lock, k_least_interval);
    draw(m_options.now());
  }
}

}  // namespace judge
