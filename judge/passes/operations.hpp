#pragma once

#include "judge/passes/passes.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// Times each operation of an attempt on a prepared case, in a few further calls whose outputs are compared too. Puts the medians into the
/// last measurement. A failed call becomes the verdict. Errors: the judge's own failures.
Result<void> time_operations(Referee& referee, const PreparedCase& prepared, Timed& attempt, Referee::L2 l2);

}  // namespace judge
