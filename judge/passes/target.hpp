#pragma once

#include <optional>
#include <string>

#include "judge/runtime/runtime.hpp"

namespace judge {

/// Which runtime a command uses, decided before any context is made.
struct Target {
  RuntimeKind kind = RuntimeKind::emulated;
  std::filesystem::path runtime_library;
  int compute_major = 0, compute_minor = 0;  ///< of the GPU; 0 on the emulated runtime
  std::string note;                          ///< one line for people: why the emulated runtime was taken; may be empty
};

/// `wanted` as `--runtime` says it; nothing: a GPU where there is one, else the emulated runtime. Errors: a GPU was asked
/// for and cannot be used.
Result<Target> choose_target(std::optional<RuntimeKind> wanted, const Installation& installation);

}  // namespace judge
