#pragma once

#include <cstddef>

#include "judge_emulated/abi.h"

namespace judge::emulated {

/// Combines each element at `to` with the one at `from`, as an atomic does.
using Combine = void(char* to, const char* from, std::size_t bytes);

/// Null for a plain copy, and for what PTX has not.
Combine* combine_of(judge_emulated::BulkOperation operation, judge_emulated::BulkElement element);

}  // namespace judge::emulated
