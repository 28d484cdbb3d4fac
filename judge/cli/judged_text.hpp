#pragma once

#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// What compilers warned of, what the reference and attempts printed, why some were rejected.
std::string rejected_and_warnings_text(const Judged& judged, const TextStyle& style);

/// What a table of times measured side by side stands under, a line each: device, case and blocks.
std::vector<std::string> timing_lines(const Judged& judged);
/// What was noted of attempts that were timed, a line each.
std::vector<std::string> note_lines(const Judged& judged);

}  // namespace judge
