#pragma once

#include <string>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/problem.hpp"

namespace judge {

/// One line: "out-of-bounds write to C[100], at the first byte past the end of C (400 bytes)".
std::string fault_summary(const Fault& fault, const Case& test);

/// Where it happened and what to look at next, a line each.
std::string fault_details(const Fault& fault, const Case& test);

/// Reads beside a buffer that a GPU forgives, a line for each place in the source and
/// end of a buffer, at most `k_most_findings` of them.
std::string findings_text(const std::vector<Finding>& findings, const Case& test);
inline constexpr std::size_t k_most_findings = 8;

}  // namespace judge
