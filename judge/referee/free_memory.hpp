#pragma once

#include <vector>

#include "judge/model/problem.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Bytes that nobody uses.
struct FreeMemory {
  double device = 0, host = 0;
  bool is_shared = false;  ///< the device's memory is the host's, too
};

Result<FreeMemory> free_memory(const Runtime& runtime);

/// Is there room to judge each of `cases` by itself? Errors: one has none; which, how much it needs and how much there is.
Result<void> check_room(const std::vector<Case>& cases, const FreeMemory& free);

}  // namespace judge
