#pragma once

#include <string>

#include "judge/judging/judging.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// What compilers warned of, what the reference and attempts printed, why some were rejected.
std::string rejected_and_warnings_text(const Judged& judged, const TextStyle& style);

}  // namespace judge
