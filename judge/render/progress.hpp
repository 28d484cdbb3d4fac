#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "judge/model/observer.hpp"

namespace judge {

enum class ProgressMode {
  off,
  messages,  ///< for commands that take seconds: message() alone
  lines,     ///< for pipes and logs: one line for each attempt and stage, in the order they happen
  live,      ///< for terminals: one line, rewritten at most ten times a second, gone at the end
};

/// live on a terminal, `elsewhere` on all else.
ProgressMode progress_mode_for(int file_descriptor, ProgressMode elsewhere = ProgressMode::lines);

struct ProgressOptions {
  int file_descriptor = 2;
  ProgressMode mode = ProgressMode::lines;
  std::size_t width = 0;  ///< of the terminal; 0 = ask it before each line
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  enum class Ticker { off, on } ticker = Ticker::on;  ///< a thread that calls tick() in live mode
};

/// What the judge is doing, while it does it. Any thread may call any member.
class Progress : public Observer {
 public:
  explicit Progress(ProgressOptions options);
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void run_started(std::size_t attempts) override;
  void attempt_started(std::string_view name, std::size_t cases = 0) override;
  void stage(std::string_view name) override;
  void overall_stage(std::string_view name) override;
  void case_done(std::string_view name, bool passed) override;

  /// Writes the verdict and time of one attempt, in lines mode; in live mode the table at the end does.
  void attempt_done(const Record& record) override;

  /// A whole line that stays, above the live one.
  void message(std::string_view line) override;

  /// Clears the live line until something else begins: a command may go on to measure what it compares with.
  void run_ended() override;

  /// Brings the live line up to date. The ticker calls this.
  void tick();

  /// Clears the live line; later calls show nothing. The destructor calls this.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;

  void start_stage(std::string_view name);
  std::string live_line(Time now) const;
  void draw(Time now);
  void clear();
  void write_line(std::string_view line);
  void write_bytes(std::string_view bytes) const;
  void run_ticker();

  const ProgressOptions m_options;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  bool m_finished = false;
  std::string m_attempt, m_stage, m_shown;
  std::size_t m_attempts = 0;  ///< in all; 0 = not known
  std::size_t m_attempts_started = 0, m_cases = 0, m_cases_done = 0, m_cases_failed = 0;
  Time m_stage_start, m_last_draw;
  std::thread m_ticker;
};

}  // namespace judge
