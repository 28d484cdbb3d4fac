#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "judge/batch/batch.hpp"
#include "judge/render/progress.hpp"

namespace judge {

/// "312 of 10,000, 4.1 a second, 39 min left: 290 accepted, 22 wrong-answer". `seconds`: since the batch began.
std::string progress_text(const BatchCounts& counts, std::optional<std::uint64_t> total, double seconds);

/// All of it in a few lines, at the end.
std::string summary_text(const BatchCounts& counts, double seconds);

/// Shows how far a batch is: one line that is rewritten, or on no terminal one every ten seconds.
class BatchProgress {
 public:
  explicit BatchProgress(const ProgressOptions& options) : m_options(options) {}

  /// Shows it, unless something was shown a moment ago. `total`: none = not known.
  void update(const BatchCounts& counts, std::optional<std::uint64_t> total);
  /// A line of its own above the progress.
  void message(std::string_view line);
  /// The summary, and what is known of each submitter below it.
  void finish(std::string_view submitters = "");
  /// Has any job a result?
  bool has_begun() const { return m_counts.done() > 0; }

 private:
  using Clock = std::chrono::steady_clock;
  void write(std::string_view text) const;

  ProgressOptions m_options;
  BatchCounts m_counts;
  Clock::time_point m_begin = m_options.now(), m_shown = m_begin;
  bool m_has_line = false;  // a live one
};

}  // namespace judge
