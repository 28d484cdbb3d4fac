#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/emulator/lowering/columns.hpp"
#include "judge/emulator/lowering/options.hpp"
#include "judge/emulator/lowering/refused.hpp"
#include "judge/emulator/lowering/unsupported.hpp"

namespace judge::lowering {

struct Lowered {
  std::string text;
  bool has_split_kernels = false;        ///< if it does not compile, try again without
  bool has_gpus_undefined = false;       ///< the same
  bool wants_alignment_checks = false;   ///< there are casts or vector types: compile with checks of alignment
  std::vector<Unsupported> unsupported;  ///< if there are any, the text is of no use
  std::vector<Refused> refused;          ///< the same
};

/// Turns preprocessed CUDA C++ (the output of `c++ -E` with the emulated runtime's headers) into C++ for the host
/// compiler. Line markers in the result lead back to the user's file, line and column. What is not understood is left
/// as it is, for the compiler to complain about.
Lowered lower(std::string_view preprocessed, const ReadSource& read_source, const LoweringOptions& options = {});

}  // namespace judge::lowering
