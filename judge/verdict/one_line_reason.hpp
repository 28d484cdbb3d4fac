#pragma once

#include <string>

#include "judge/model/record.hpp"

namespace judge {

/// Why an attempt was not accepted, in one line: a compiler's first error, else the verdict's summary.
std::string one_line_reason(const Record& record);

}  // namespace judge
