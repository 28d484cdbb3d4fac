#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/judging/checker_run.hpp"
#include "judge/judging/common_options.hpp"
#include "judge/judging/submissions.hpp"
#include "judge/judging/timing.hpp"
#include "judge/model/peak_rates.hpp"

namespace judge {

struct JudgingOptions {
  enum class Keep { in_ledger, nowhere };

  std::string problem;
  std::vector<std::string> attempts;  ///< empty = every attempt at the problem in ROOT/solutions
  Keep keep = Keep::in_ledger;        ///< what becomes of the records
  std::optional<std::uint64_t> seed;
  CheckWish check = CheckWish::after_failures;
  std::string timed_case;        ///< "all", or the one that is timed, be it extra; empty = the ranked one, the first
  bool extra = false;            ///< extra cases are judged, too
  bool check_only = false;       ///< verdicts without times
  bool require_sandbox = false;  ///< refuse to run where the kernel lacks a part of it, instead of a note
  bool by_operation = false;     ///< also time each kernel, copy and memset
  TimingOptions timing;
};

/// All that a command knows when its attempts are judged.
struct Judged {
  std::unique_ptr<const Setting> setting;
  std::unique_ptr<Harness> harness;
  std::vector<Timed> attempts;     ///< in the order they were named; players of accepted ones are still alive
  std::vector<Record> records;     ///< of each attempt, as they went into the ledger
  TimedCase ranked;                ///< the first timed case with all that are accepted; else without contestants
  std::vector<double> medians_ns;  ///< of all attempts so far at this problem on this device
  std::optional<PeakRates> peaks;  ///< of the device, where known

  std::optional<Error> not_kept;  ///< why the ledger did not take all records; to be told after the result

  bool all_accepted() const;
  /// The exit status of a command that has shown all of it: 0 if all were accepted, else 1. Errors: `not_kept`.
  Result<int> status() const;
};

/// Finds what the options name and judges it. Errors: usage, the judge's own failures, interrupted.
Result<Judged> judge_attempts(const CommonOptions& common, const JudgingOptions& options, Observer& observer);

/// The passes that every command shares which judges: builds, checks, times side by side, keeps in the ledger, and tells the
/// observer. Judges `named`, and not what the options name. Errors: as above.
Result<Judged> judge_submissions(const CommonOptions& common, const JudgingOptions& options, Named named, Observer& observer);

}  // namespace judge
