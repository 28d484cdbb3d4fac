#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/check_wish.hpp"
#include "judge/model/observer.hpp"
#include "judge/model/protocol.hpp"
#include "judge/model/record.hpp"
#include "judge/referee/player.hpp"

/// The values that the passes return: what is known about an attempt after each. A later value includes the earlier ones. And the passes
/// that follow test_all(): from one of these values to the next.
namespace judge {

struct Harness;
struct Setting;
struct JudgingRules;
class DevicePeaks;

/// A file to judge.
struct Submission {
  Attempt attempt;
  std::string source;
  std::vector<std::string> defines;  ///< "NAME=VALUE", for its compiler
};

/// It compiled.
struct Built {
  Artifact artifact;
  std::string symbol;  ///< of its solve(); empty = it defines none
};

/// Players that have loaded it. The first one is tested; short times are measured in several.
using Players = std::vector<std::unique_ptr<Player>>;

/// Why the next passes skip an attempt.
struct Decided {
  Verdict verdict;
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::string printed;  ///< the beginning of what it printed
};

template <class T>
using OrDecided = std::expected<T, Decided>;

/// It was built, loaded and called on every case in turn, until a failure decided it.
struct Tested : Submission {
  std::optional<Built> built;                                   ///< none = it does not compile
  Player::MemoryLayout memory = Player::MemoryLayout::guarded;  ///< of its players
  std::vector<CaseResult> cases;                                ///< that it was called on; all before the last passed
  std::vector<Finding> findings;
  std::map<std::size_t, protocol::Trace> traces;  ///< by timed case: what solve() did there
  std::vector<StageTime> stages;
  OrDecided<Players> standing;  ///< live players, or the verdict

  bool is_right() const { return standing.has_value(); }
  std::string printed() const {
    return !is_right() ? standing.error().printed : standing->empty() ? "" : standing->front()->printed();
  }
};

/// It ran under the checker, if that was asked for.
struct Checked : Tested {
  std::optional<CheckSummary> check;  ///< none = the checker did not run
};

/// It was timed on every timed case, unless it failed before or meanwhile.
struct Timed : Checked {
  std::vector<Measurement> measurements;
};

/// The block times of the attempts in one timed case, for comparisons.
struct TimedCase {
  std::size_t case_index = 0;
  std::vector<std::size_t> contestants;             ///< indices of those that were timed to the end
  std::vector<std::vector<double>> block_times_ns;  ///< [position in contestants][block]

  /// Drops those for which `keep`, given an index into all attempts, is false.
  void keep_only(const std::function<bool(std::size_t)>& keep);
};

/// What the timed cases gave.
struct Times {
  std::vector<Timed> attempts;
  TimedCase ranked;  ///< the first one
};

/// Runs attempts again under the checker: every case of those that passed, if that was asked for; the case that failed.
Result<std::vector<Checked>> check_all(Harness& harness, std::vector<Tested> attempts, CheckWish wish, Observer& observer);

/// Runs failed ones again in lockstep where that may be why they failed, for the verdict that a GPU gives.
Result<std::vector<Checked>> lockstep_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer);

/// Runs those that passed in orders that a GPU's threads and blocks may have, and those of the emulated runtime have not.
Result<std::vector<Checked>> reorder_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer);

/// Times every attempt that is right, side by side, on each of `cases`. An impossible time decides against it.
Result<Times> time_all(Harness& harness, std::vector<Checked> checked, const std::vector<std::size_t>& cases,
                       const JudgingRules& rules, DevicePeaks& peaks, Observer& observer);

/// All that is known of an attempt. `shared`: what took time for all of them.
Record record_of(const Setting& setting, const Timed& attempt, const std::string& run_id, const std::vector<StageTime>& shared);

/// Of such a record the user is told, and the ledger is not: what counts of the attempt is what it was.
bool failed_only_extra(const Setting& setting, const Verdict& verdict);

}  // namespace judge
