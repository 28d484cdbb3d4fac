#pragma once

#include "judge/referee/placed.hpp"
#include "judge/referee/prepared_case.hpp"

namespace judge {

/// To compare two builds of an attempt bit by bit (tools/matrix): if JUDGE_OUTPUT_DIGESTS names a file, appends a line "CASE BUFFER SHA-256" for each buffer that the call wrote to. Errors: the file cannot be
/// written, a copy that fails.
Result<void> append_output_digests(const Runtime& runtime, const PreparedCase& prepared, const Placed& placed);

}  // namespace judge
