#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/build/builder.hpp"
#include "judge/judging/workbench.hpp"
#include "judge/model/record.hpp"
#include "judge/referee/player_process.hpp"

namespace judge {

/// One attempt on its way through a run: what the passes have found out about it so far.
struct Contestant {
  Attempt attempt;
  std::string source;
  std::vector<std::string> defines;         ///< "NAME=VALUE", for its compiler
  std::future<Result<BuildResult>> build;
  std::optional<Artifact> artifact;
  std::string symbol;                       ///< of its solve(), once it is loaded
  PlayerProcess::MemoryLayout memory = PlayerProcess::MemoryLayout::guarded;   ///< of its players
  std::optional<PlayerProcess> player;      ///< alive once loaded, until a verdict against it or the end of the run
  std::vector<PlayerProcess> further_players;   ///< that hold the same attempt, where short times are taken in several
  std::optional<Verdict> verdict;           ///< none = not decided yet
  std::optional<Mismatch> mismatch;
  std::optional<Fault> fault;
  std::vector<Finding> findings;
  std::optional<CheckSummary> check;        ///< none = no checker ran
  std::vector<CaseResult> cases;
  std::vector<Measurement> measurements;
  std::map<std::size_t, protocol::Trace> traces;   ///< by timed case: what solve() did when it was checked there
  std::string printed;                      ///< the beginning of what it printed
  std::vector<StageTime> stages;

  bool accepted() const { return verdict && verdict->kind == VerdictKind::accepted; }
};

/// The attempts that the command line names: files; for a folder, or for nothing, every PREFIX_*.cu of the problem in it
/// (nothing = ROOT/solutions). A bare name stands for ROOT/solutions/NAME.cu. Errors: no such file, an empty folder.
Result<std::vector<Contestant>> gather_attempts(const std::vector<std::string>& named, const std::filesystem::path& root,
                                                const Problem& problem);

/// Starts building all of them, as many at once as there are processors. Attempts whose solve() cannot be called as the
/// problem wants are decided at once.
void start_builds(const Workbench& bench, std::vector<Contestant>& contestants);

}  // namespace judge
