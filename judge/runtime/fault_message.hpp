#pragma once

#include <cstdint>

#include "judge/runtime/emulated_extension.hpp"

namespace judge {

/// What a player sends, raw (a signal handler does it), when the emulated runtime reports a fault or a forgiven read.
struct FaultMessage {
  JudgeEmulatedFault fault;
  std::uint64_t module_offset = 0;        ///< of fault.code_address in `module`
  std::uint64_t other_module_offset = 0;  ///< of fault.other_code_address, in the same library
  std::uint64_t thing_module_offset = 0;  ///< of fault.thing_code, in the same library
  char module[512] = {};                  ///< path of the library that holds it; empty if unknown
  char buffer_name[64] = {};              ///< of the parameter whose buffer is nearest; empty if none is near
};

}  // namespace judge
