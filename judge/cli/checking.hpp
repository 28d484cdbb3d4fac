#pragma once

#include "judge/cli/contestant.hpp"
#include "judge/cli/stage_clock.hpp"
#include "judge/render/progress.hpp"

namespace judge {

/// Waits for the attempt's build, loads it into `player` and calls it on every case, one draw each, until one fails. Leaves
/// a verdict against it, or none and a live player. Errors: the judge's own failures; interrupted.
Result<void> check_attempt(Workbench& bench, Contestant& contestant, PlayerProcess player, StageClock& clock, Progress& progress);

/// Turns the outcome of a call against the attempt into its verdict and ends its player.
void reject(Contestant& contestant, const Outcome& outcome, const Case& test);

}  // namespace judge
