#pragma once

#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

/// Whether one attempt is timed, no other beside it, and nobody else is on the device.
enum class Alone { no, yes };

/// Has each attempt's process record one call on a case, and other processes, in which none of the attempt's host code ever ran, play it
/// back: they are timed in its place (docs/decisions/0028-playback.md). Where that cannot be, `Tested::playback` says why. The device is
/// the caller's. For one that is alone the bystander does it, when its calls of nothing are over: no process has to be started. Errors: the
/// judge's own failures; interrupted.
Result<void> play_back(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index, Alone alone,
                       Referee::L2 l2, NewPlayers started);

/// What was recorded on one case says nothing about another: before each. A bystander that has played is replaced.
Result<void> forget_playback(Harness& harness, std::vector<Timed>& attempts);

/// As add_players(); where an attempt is played back, players that do so.
Result<void> add_timed_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count, NewPlayers started);

/// Where others wait for the device, an attempt whose call was short in its test gets the further players that its timing may ask for, and is loaded into them
/// before; they are started with the device left. `device` is taken beside others, before and after. Errors: interrupted.
Result<void> add_players_ahead(Harness& harness, const std::vector<Tested*>& attempts, std::size_t case_index,
                               std::size_t most_processes, DeviceAccess& device);

/// From here on it is timed in processes of its own, because of this. A bystander that has played for it is replaced.
Result<void> give_up_playback(Harness& harness, Tested& attempt, std::string obstacle);

}  // namespace judge
