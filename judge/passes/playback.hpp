#pragma once

#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

/// Whether one attempt is timed, and no other beside it.
enum class Alone { no, yes };

/// Has each attempt's process record one call on a case, and other processes, in which none of the attempt's host code ever ran, play it
/// back: they are timed in its place (docs/decisions/0028-playback.md). Where that cannot be, `Tested::playback` says why. The device is
/// the caller's. For one that is alone the bystander does it, when its calls of nothing are over: no process has to be started. Errors: the
/// judge's own failures; interrupted.
Result<void> play_back(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index, Alone alone,
                       Referee::L2 l2, NewPlayers started);

/// As add_players(); where an attempt is played back, players that do so.
Result<void> add_timed_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count, NewPlayers started);

/// From here on it is timed in processes of its own, because of this. A bystander that has played for it is replaced.
Result<void> give_up_playback(Harness& harness, Tested& attempt, std::string obstacle);

}  // namespace judge
