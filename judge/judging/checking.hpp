#pragma once

#include <span>

#include "judge/judging/contestant.hpp"
#include "judge/judging/stage_clock.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// Waits for the attempt's build, loads it into `player` and calls it on every case, one draw each, until one fails.
/// Leaves a verdict against it, or none and a live player. Errors: the judge's own failures; interrupted.
Result<void> check_attempt(Workbench& bench, Contestant& contestant, PlayerProcess player, StageClock& clock,
                           Observer& observer);

/// Loads the contestant's artifact into `player`, which becomes its own. False: it cannot be loaded, and has its
/// verdict.
Result<bool> load_attempt(Workbench& bench, Contestant& contestant, PlayerProcess player);

/// Starts `count` more players and loads the same attempt into each, side by side. Fewer, or none, where the device or the
/// machine has no room for them. Errors: interrupted.
Result<void> add_players(Workbench& bench, std::span<Contestant* const> contestants, std::size_t count);

/// One checked call on the first draw of case `index`. False: it failed, and the contestant has its verdict.
Result<bool> check_case(Workbench& bench, Contestant& contestant, std::size_t index, StageClock& clock,
                        Observer& observer);

/// Turns the outcome of a call against the attempt into its verdict and ends its player.
void reject(Contestant& contestant, const Outcome& outcome, const Case& test);

}  // namespace judge
