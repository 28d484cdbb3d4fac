#pragma once

#include "judge/passes/passes.hpp"

namespace judge {

/// Two files of one content share a build, which knows the path of the one that was built first. Names the attempt's own file where
/// the fault, or the other access of it, lies in its text, and quotes the line.
void name_own_lines(Fault& fault, const Submission& submission);

/// The same in all faults and findings of an outcome.
void name_own_lines(Outcome& outcome, const Submission& submission);

}  // namespace judge
