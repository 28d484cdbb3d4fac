#pragma once

#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

/// Has each attempt's process record one call on a case, and other processes, in which none of the attempt's host code ever ran, play it
/// back: they are timed in its place (docs/decisions/0030-playback.md). Where that cannot be, `Tested::playback` says why. The device is
/// the caller's. The bystander plays back for the first of them, so no process has to be started. Errors: the judge's own failures;
/// interrupted.
Result<void> play_back(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index, NewPlayers started);

/// As add_players(); where an attempt is played back, players that do so.
Result<void> add_timed_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count, NewPlayers started);

/// From here on it is timed in processes of its own, because of this. Where the bystander has lost its context by it, there is another one.
Result<void> give_up_playback(Harness& harness, Tested& attempt, std::size_t case_index, std::string obstacle);

}  // namespace judge
