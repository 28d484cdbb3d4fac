#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/build/builder.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/model/problem.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/target.hpp"
#include "judge/referee/player_process.hpp"
#include "judge/util/random_bits.hpp"
#include "judge/util/utc_now.hpp"

namespace judge {

using PlayerSource = std::function<Result<std::unique_ptr<Player>>(const PlayerProcess::Options&)>;

/// What is judged and where: made once, and the same for every pass.
struct Setting {
  Installation installation;
  Target target;
  Problem problem;
  std::vector<Case> cases;
  std::uint64_t seed = 0;  ///< of the run: it decides all draws and the order of timed calls
  Builder builder;
  Runtime runtime{};
  Device device{};
  PlayerSource players{};  ///< processes, new ones or such as CleanPlayers kept, unless a test has others
  // A test sets its own. What waits for a process or a lock waits by the system's clock, and its limit is an argument.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  /// In cycles, of one thread that looks at the device's clock for so many: the referee's, unless a test has its own.
  std::function<Result<std::uint64_t>(std::uint64_t cycles)> longest_gap{};
  std::function<std::string()> utc_now = judge::utc_now;  ///< the date of what the ledger keeps
  BitSource random_bits = judge::random_bits;             ///< for all that no attempt may foresee but the draws, and for names
  /// On the emulated runtime: the problem's cases that are larger on a GPU, and not called at that size here.
  std::vector<Case> full_size_cases{};
  std::size_t first_case = 0;  ///< which one of the problem's cases.front() is: its inputs depend on that
};

struct SettingOptions {
  Installation installation;
  Target target;
  std::filesystem::path cache_dir;
  Problem problem;
  std::optional<std::uint64_t> seed;  ///< nothing = a fresh one
  ExtraCases extra;
};

/// Builds of what the judge itself needs, under way.
struct OwnBuilds {
  std::future<Result<BuildResult>> reference, device, draw, bracket;
};

/// A setting, and what began to be built as soon as that could.
struct Opening {
  std::unique_ptr<Setting> setting;
  OwnBuilds builds;
};

/// Starts the builds of the reference and of the judge's own kernels, and loads the runtime meanwhile. Errors: a compiler, the
/// runtime or the problem's own files fail.
Result<Opening> open_setting(const SettingOptions& options);

/// The build of a problem's reference.cpp.
BuildRequest reference_request(const Problem& problem);

/// What an attempt is built for.
enum class BuildPurpose {
  timing,
  checker,   ///< to run under the checker: with debug information; for the emulated runtime also with its calls
  lockstep,  ///< for the emulated runtime with the lanes of each warp in lockstep
};

/// Builds an attempt with the problem's solve.h on its include path: the text that was read, even if its file was edited since.
Result<BuildResult> build_attempt(const Setting& setting, BuildPurpose purpose, const Submission& submission);

/// What an attempt may have resident in host memory.
std::size_t host_memory_limit_bytes(const Problem& problem);

/// `wish`: patience, memory and order, all else is the setting's.
PlayerProcess::Options player_options(const Setting& setting, PlayerProcess::Options wish = {});

/// Starts a player of these options; its context is made while we go on.
Result<std::unique_ptr<Player>> start_player(const Setting& setting, PlayerProcess::Options wish = {});

/// One that will stand by, and load no attempt.
inline const PlayerProcess::Options k_as_bystander{.is_bystander = true};
/// For attempts that have no several streams, as most.
inline const PlayerProcess::Options k_with_one_queue{.has_one_queue = true};
inline Result<std::unique_ptr<Player>> start_bystander(const Setting& setting) { return start_player(setting, k_as_bystander); }

/// The case of this name, or nothing.
std::optional<std::size_t> find_case(const std::vector<Case>& cases, const std::string& name);

}  // namespace judge
