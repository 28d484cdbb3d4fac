#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/model/record.hpp"
#include "judge/referee/player.hpp"

/// The values that the passes hand on: what is known of an attempt after each. A later one knows all that the earlier ones do.
namespace judge {

/// It was handed in.
struct Submission {
  Attempt attempt;
  std::string source;
  std::vector<std::string> defines;  ///< "NAME=VALUE", for its compiler
};

/// It compiles.
struct Built {
  Artifact artifact;
  std::string symbol;  ///< of its solve(); empty = it defines none
};

/// Players that hold its code. The first one is tested; short times are measured in several.
using Players = std::vector<std::unique_ptr<Player>>;

/// Why an attempt goes no further.
struct Decided {
  Verdict verdict;
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::string printed;  ///< the beginning of what it printed
};

template <class T>
using OrDecided = std::expected<T, Decided>;

/// It was built, loaded and called on every case in turn, until something decided it.
struct Tested : Submission {
  std::optional<Built> built;                                   ///< none = it does not compile
  Player::MemoryLayout memory = Player::MemoryLayout::guarded;  ///< of its players
  std::vector<CaseResult> cases;                                ///< that it was called on; all but the last were right
  std::vector<Finding> findings;
  std::map<std::size_t, protocol::Trace> traces;  ///< by timed case: what solve() did there
  std::vector<StageTime> stages;
  OrDecided<Players> standing;  ///< players that are alive, as long as nothing decided it

  bool is_right() const { return standing.has_value(); }
  std::string printed() const {
    return !is_right() ? standing.error().printed : standing->empty() ? "" : standing->front()->printed();
  }
};

/// A checker has looked at it, if one was to.
struct Examined : Tested {
  std::optional<CheckSummary> check;  ///< none = no checker ran
};

/// It was timed on every case that is timed, unless it was decided before or on the way.
struct Timed : Examined {
  std::vector<Measurement> measurements;
};

}  // namespace judge
