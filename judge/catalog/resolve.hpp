#pragma once

#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/tests_file.hpp"
#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Evaluates everything that a case says at the sizes of one runtime. Nothing is allocated at the sizes of buffers.
/// Errors: a scalar without a value or out of its type's range, an extent below 1, a buffer above 1 TiB, a fill that
/// does not fit its buffer.
Result<Case> resolve_case(const Signature& signature, const ProblemFile& file, const CaseSpec& spec, RuntimeKind runtime);

}  // namespace judge
