#pragma once

#include <string>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/problem.hpp"

namespace judge {

/// One line: "3 of 25,000,000 elements of C are wrong, first at C[24999997]".
std::string mismatch_summary(const Mismatch& mismatch);

/// Expected and got, the errors against what is allowed, and what to look at next, a line each.
std::string mismatch_details(const Mismatch& mismatch, const Case& test);

/// These details beside the findings: without a guess at what to look at, where a race among these says it for certain.
std::string without_guess(std::string details, const Mismatch& mismatch, const Case& test,
                          const std::vector<Finding>& findings);

}  // namespace judge
