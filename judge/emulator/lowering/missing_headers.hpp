#pragma once

#include <vector>

#include "judge/emulator/lowering/columns.hpp"
#include "judge/emulator/lowering/refused.hpp"
#include "judge/emulator/lowering/sides.hpp"

namespace judge::lowering {

/// Uses of `printf` and `uint32_t` in a file that includes nothing which declares them: with nvcc 13.0 cuda_runtime.h does not, and ours
/// does. Only of a unit of one file all of whose headers are known.
std::vector<Refused> find_missing_headers(const Translation& translation, const Sides& sides, const ReadSource& read_source);

}  // namespace judge::lowering
