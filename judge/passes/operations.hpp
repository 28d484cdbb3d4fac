#pragma once

#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// Times each operation of an attempt on a case, in a few further calls whose outputs are compared too. Puts the medians into the
/// last measurement. A failed call becomes the verdict. Errors: the judge's own failures.
Result<void> time_operations(Harness& harness, Timed& attempt, std::size_t case_index, Referee::L2 l2);

}  // namespace judge
