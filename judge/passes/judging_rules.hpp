#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "judge/model/check_wish.hpp"
#include "judge/passes/timing_options.hpp"

namespace judge {

/// A seed as a user writes it. Error: no whole number from 0 to 2^64 - 1.
Result<std::uint64_t> parse_seed(const std::string& text);

/// How attempts are judged.
struct JudgingRules {
  enum class Keep { in_ledger, nowhere };
  /// What this judge does while another one times on the same device.
  enum class BesideOthers {
    times_alone,  ///< it times only when no other does, and does all else meanwhile
    calls_alone,  ///< on a GPU it does not call solve() at all
  };

  Keep keep = Keep::in_ledger;  ///< what becomes of the records
  BesideOthers beside_others = BesideOthers::times_alone;
  std::optional<std::uint64_t> seed;
  CheckWish check = CheckWish::after_failures;
  std::string timed_case;        ///< "all", or the one that is timed, be it extra; empty = the ranked one, the first
  bool extra = false;            ///< extra cases are judged, too
  bool no_timing = false;        ///< verdicts without times
  bool require_sandbox = false;  ///< refuse to run where the kernel lacks a part of it, instead of a note
  bool by_operation = false;     ///< also time each kernel, copy and memset
  TimingOptions timing;
};

}  // namespace judge
