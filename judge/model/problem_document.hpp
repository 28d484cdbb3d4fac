#pragma once

#include <span>

#include "judge/model/documents.hpp"

namespace judge {

/// What `judge show --json` prints: the problem, its signature, and its cases as they are on one runtime.
ProblemDocument problem_document(const Problem& problem, std::span<const Case> cases, RuntimeKind runtime);

}  // namespace judge
