#pragma once

#include <string>

#include "judge/model/record.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// The kernels, copies and sets of one call in each measurement of a record that has them: what, grid, block, registers,
/// shared memory, duration, the gap before it, share of the sum. Below it, that these are not the ranked number. Empty
/// if they were not requested.
std::string operations_text(const Record& record, const TextStyle& style);
std::string operations_markdown(const Record& record);

}  // namespace judge
