#pragma once

#include <cstddef>

#include "judge/passes/passes.hpp"

namespace judge {

/// The verdict of an attempt's record and its findings, with what else decided against it. Of one that is right: accepted, with the reads beside a
/// buffer that a GPU forgives.
void take_verdict(Record& record, const Setting& setting, const Tested& attempt);

/// The outcome of a call decides against the attempt, and ends its players. Its lines are those of the attempt's own file; see own_lines.hpp.
void reject(Tested& attempt, Outcome outcome, const Case& test);

/// The same of its `call`th timed call (from 1) on a case where its first call was right.
void reject_timed(Tested& attempt, Outcome outcome, const Case& test, std::size_t call);

/// The same of a call of solve() when what was recorded of it has been timed.
void reject_after_timing(Tested& attempt, Outcome outcome, const Case& test);

/// The same of case `index`, which was right, by another execution of a later pass: what the pass found is told with it, and the cases behind it do not
/// count.
void reject_case(Tested& attempt, std::size_t index, Outcome outcome, const Case& test);

/// What an outcome of a call decides. `player` made the call; null where there is none.
Decided decided_by(const Outcome& outcome, const Case& test, const Player* player);

/// Adds a finding for each place whose memory the calls so far have left, once.
void add_leaks(Tested& attempt);

}  // namespace judge
