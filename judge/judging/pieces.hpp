#pragma once

#include "judge/judging/bench.hpp"
#include "judge/judging/passes.hpp"

namespace judge {

/// Times each piece of an attempt's work on a case, in a few calls more that are checked as all are, and puts
/// their medians into its last measurement. A call that fails becomes its verdict. Errors: the judge's own failures.
Result<void> time_pieces(Bench& bench, Timed& attempt, std::size_t case_index, Referee::L2 l2);

}  // namespace judge
