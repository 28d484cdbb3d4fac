#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/measure/compare.hpp"
#include "judge/model/protocol.hpp"
#include "judge/model/record.hpp"
#include "judge/passes/leaks.hpp"
#include "judge/referee/player.hpp"

/// The values that the passes return: what is known about an attempt after each. A later value includes the earlier ones.
namespace judge {

/// A file to judge.
struct Submission {
  Attempt attempt;
  std::string source;
  std::vector<std::string> defines;  ///< "NAME=VALUE", for its compiler
};

/// It compiled.
struct Built {
  Artifact artifact;
  std::string symbol;                ///< of its solve(); empty = it defines none
  bool has_several_streams = false;  ///< or may have; see may_have_several_streams()
  std::string code{};                ///< code_of() its library
};

/// Players that have loaded it. The first one is tested; short times are measured in several.
using Players = std::vector<std::unique_ptr<Player>>;

/// Why the next passes skip an attempt.
struct Decided {
  Verdict verdict;
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::string printed;  ///< the beginning of what it printed
  bool lacked_device_memory = false;
};

template <class T>
using OrDecided = std::expected<T, Decided>;

/// Processes that do on the device what it was recorded to do, and hold none of its host code. See playback.hpp.
struct Playback {
  Recording recording{};
  std::vector<std::string> images{};  ///< its fat binaries
  std::vector<std::shared_ptr<Player>> players{};
  std::string obstacle{};   ///< why there are none
  bool is_refuted = false;  ///< it gave a wrong answer where the attempt's own process might not have
};

/// It was built, loaded and called on every case in turn, until a failure decided it.
struct Tested : Submission {
  std::optional<Built> built;                                   ///< none = it does not compile
  Player::MemoryLayout memory = Player::MemoryLayout::guarded;  ///< of its players
  std::vector<CaseResult> cases;  ///< that it was called on; all before the last passed, but for one that is named as slow
  std::vector<Finding> findings;
  Leaks leaks;                                    ///< of the calls on its cases
  std::map<std::size_t, protocol::Trace> traces;  ///< by timed case: what solve() did there
  std::vector<StageTime> stages;
  OrDecided<Players> standing;        ///< live players, or the verdict
  Playback playback;                  ///< of the case that is timed
  std::string not_to_be_played_back;  ///< why not, as an earlier try showed
  bool is_known_short = false;        ///< an earlier try showed it: it is to be timed in several processes

  /// Players that are timed: those that play it back, or its own. It must be right.
  std::size_t timed_players() const { return playback.players.empty() ? standing->size() : playback.players.size(); }
  Player& timed_player(std::size_t i) const { return playback.players.empty() ? *(*standing)[i] : *playback.players[i]; }

  /// For passes that look only at who names something: with what its headers and macros hold, where that is known.
  std::string_view code() const { return built && !built->code.empty() ? built->code : source; }

  bool is_right() const { return standing.has_value(); }
  bool lacked_device_memory() const { return !is_right() && standing.error().lacked_device_memory; }
  std::string printed() const {
    return !is_right() ? standing.error().printed : standing->empty() ? "" : standing->front()->printed();
  }
};

/// It ran under the checker, if that was asked for.
struct Checked : Tested {
  std::optional<CheckSummary> check;  ///< none = the checker did not run
};

/// It was timed on every timed case, unless it failed before or meanwhile, or may not be timed.
struct Timed : Checked {
  std::vector<Measurement> measurements;
  std::string not_timed;  ///< why it has none, though it is right and times were wanted; empty = it is timed

  bool is_to_be_timed() const { return is_right() && not_timed.empty(); }
};

/// The block times of the attempts in one timed case, for comparisons.
struct TimedCase {
  std::size_t case_index = 0;
  std::vector<std::size_t> contestants;             ///< indices of those that were timed to the end
  std::vector<std::vector<double>> block_times_ns;  ///< [position in contestants][block]
  CompareOptions comparing{};                       ///< how they are compared

  /// Drops those for which `keep`, given an index into all attempts, is false.
  void keep_only(const std::function<bool(std::size_t)>& keep);
};

/// What the timed cases gave.
struct Times {
  std::vector<Timed> attempts;
  TimedCase ranked;  ///< the first one
};

}  // namespace judge
