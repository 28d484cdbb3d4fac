#pragma once

#include <string>

#include "judge/model/record.hpp"

namespace judge {

/// The first error of a compiler's messages, "a.cu:12: expected ';'"; empty = none is known.
std::string first_compiler_error(const std::string& messages);

/// Why an attempt was not accepted, in one line: a compiler's first error, else the verdict's summary.
std::string one_line_reason(const Record& record);

}  // namespace judge
