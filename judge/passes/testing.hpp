#pragma once

#include <functional>

#include "judge/model/observer.hpp"
#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/players.hpp"
#include "judge/passes/stage_clock.hpp"
#include "judge/passes/submissions.hpp"

namespace judge {

/// For each attempt in turn: waits for its build, loads it and calls it on every case, one draw each, until one fails. `next` is
/// the player of the first one, and stays where the last one does not compile; the next one's player makes its context meanwhile. `done` is told of
/// each. Errors: the judge's own failures; interrupted.
Result<std::vector<Tested>> test_all(
    Harness& harness, std::vector<Building> attempts, std::unique_ptr<Player>& next, Observer& observer,
    const std::function<void(const Tested&)>& done = [](const Tested&) {});

/// Loads one that was built once more and calls it on every case, as if it had never been tested. Errors: as test_all().
Result<void> test_again(Harness& harness, Tested& attempt);

/// Waits for the build and for the player's context; how they end does not matter yet.
void wait_for_first(Building& building, Player& player);

/// Waits for it.
Result<OrDecided<Built>> finish_build(Building& building);

/// A compiler's result for an attempt: a library, or a verdict. Errors: the library cannot be read.
Result<OrDecided<Built>> built_from(const BuildResult& result, const Submission& submission);

/// Loads a built attempt into `player`. Errors: the player's context, the judge's memory; interrupted.
Result<OrDecided<Players>> load(const Harness& harness, const Built& built, std::unique_ptr<Player> player);

/// Of a call on the first draw of a case.
CaseResult case_result(const Case& test, const PreparedCase& prepared, const Referee::CallResult& called);

/// One call on the first draw of case `index`. The attempt must be right so far. Errors: as test_all().
Result<void> test_case(Harness& harness, Tested& attempt, std::size_t index, StageClock& clock, Observer& observer);

}  // namespace judge
