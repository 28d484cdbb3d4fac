#pragma once

#include <cstddef>
#include <string_view>

#include "judge/model/record.hpp"

namespace judge {

/// Who is told what happens while attempts are judged, as it happens; each event does nothing unless it is overridden. A
/// terminal's progress is one.
class Observer {
 public:
  virtual ~Observer() = default;

  /// So many attempts are to be judged.
  virtual void run_started(std::size_t /*attempts*/) {}

  /// The attempt that the next calls are about, and how many cases it will go through (0 = not known).
  virtual void attempt_started(std::string_view /*name*/, std::size_t /*cases*/ = 0) {}

  /// What is done now with the attempt at hand: "checking".
  virtual void stage(std::string_view /*name*/) {}

  /// What is done now with all attempts together: "building 14 attempts", "timing large".
  virtual void overall_stage(std::string_view /*name*/) {}

  virtual void case_done(std::string_view /*name*/, bool /*passed*/) {}

  /// The verdict and the times of one attempt, as they went into the ledger.
  virtual void attempt_done(const Record& /*record*/) {}

  /// All of them are judged; what is printed from here on is the result.
  virtual void run_ended() {}

  /// A line for people: a warning, why the emulated runtime was taken.
  virtual void message(std::string_view /*line*/) {}
};

}  // namespace judge
