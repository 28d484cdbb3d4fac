#pragma once

#include "judge/measure/second_clock.hpp"
#include "judge/passes/clock_watch.hpp"
#include "judge/passes/draws.hpp"
#include "judge/passes/verified_turns.hpp"
#include "judge/referee/input_drawer.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// The judge's side of every call: the reference, the draws, the referee that compares, and the clocks. A call changes the referee, a
/// case's first one the draws; what only looks takes it const, and what needs a part or two takes these.
struct Harness {
  Harness(const Setting& of, Oracle reference, DrawnAhead ahead)
      : setting(of),
        oracle(std::move(reference)),
        host_sets(setting.runtime),
        draws(setting, oracle, host_sets, std::move(ahead)),
        verified_turns(setting.random_bits) {}
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  const Setting& setting;
  Oracle oracle;       ///< the problem's reference
  HostSets host_sets;  ///< of the case that is timed
  Draws draws;
  VerifiedTurns verified_turns;
  Referee referee;
  InputDrawer drawer;                     ///< of inputs for timed calls
  std::filesystem::path bracket_library;  ///< the kernels of the players' bracket; empty on the emulated runtime
  ClockWatch clocks;
  /// Never loads an attempt: for what a timed call takes beside solve(). It has stood by; null = there is none, or not yet.
  std::unique_ptr<Player> bystander;
  bool bystander_has_played = false;               ///< an attempt's kernels, so it is of no use for others
  std::vector<TwiceTimed> nothing_before_playing;  ///< its calls of nothing before that, held
  /// Have a context and no attempt yet: for add_players(), or to play attempts back. More are started where these do not suffice.
  std::vector<std::unique_ptr<Player>> spare, spare_for_playback;
};

/// Makes the context, waits for the builds and makes the referee. `setting` must outlive it. Errors: the reference does not
/// compile or load.
Result<std::unique_ptr<Harness>> open_harness(const Setting& setting, OwnBuilds builds, DrawnAhead ahead = {});

}  // namespace judge
