#pragma once

#include <cstddef>
#include <string_view>

#include "judge/model/record.hpp"

namespace judge {

/// Gets the progress of a run, for example to show it on a terminal. Each event does nothing unless overridden.
class Observer {
 public:
  virtual ~Observer() = default;

  /// The run begins; the number of attempts.
  virtual void run_started(std::size_t /*attempts*/) {}

  /// The attempt of the next calls, and its number of cases (0 = not known).
  virtual void attempt_started(std::string_view /*name*/, std::size_t /*cases*/ = 0) {}

  /// The current stage of the current attempt: "checking".
  virtual void stage(std::string_view /*name*/) {}

  /// The current stage of all attempts together: "building 14 attempts", "timing large".
  virtual void overall_stage(std::string_view /*name*/) {}

  virtual void case_done(std::string_view /*name*/, bool /*passed*/) {}

  /// The verdict and the times of one attempt, as they went into the ledger.
  virtual void attempt_done(const Record& /*record*/) {}

  /// All attempts of the run are judged. What follows is the result, or what the command does besides.
  virtual void run_ended() {}

  /// A line to show: a warning, or why the emulated runtime was chosen.
  virtual void message(std::string_view /*line*/) {}
};

}  // namespace judge
