#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/problem.hpp"

namespace judge {

inline constexpr std::size_t k_most_findings = 8;

/// Of one attempt, which can make up any number of them.
inline constexpr std::size_t k_most_kept_findings = 50;

/// Puts the first k_most_kept_findings into `kept`, for a record. What the record has to say of the others; empty = there are none.
std::string keep_findings(std::vector<Finding>& kept, const std::vector<Finding>& findings);

/// The findings that say something new: one for each kind, place in the source and buffer, in order.
std::vector<Finding> without_repetitions(const std::vector<Finding>& findings);

/// Kind, location, source line, thread and advice of each finding, at most `k_most_findings` of them. A note
/// or an advice that is a line of `said`, what the verdict says, is not repeated, nor is the advice of an earlier finding.
std::string findings_text(const std::vector<Finding>& findings, const Case& test, std::string_view said = {});

/// "1 finding", "3 findings"; each of without_repetitions() counts but those that are mere notes. Empty where none does.
std::string findings_count(const std::vector<Finding>& findings);

}  // namespace judge
