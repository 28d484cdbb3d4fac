#pragma once

#include "judge/runtime/runtime.hpp"
#include "judge/util/channel.hpp"

namespace judge {

/// What a player sends, raw, when the emulated runtime reports a fault or a forgiven read.
struct FaultMessage {
  JudgeEmulatedFault fault;
  std::uint64_t module_offset = 0;   ///< of fault.code_address in `module`
  char module[512] = {};             ///< path of the library that holds it; empty if unknown
};

/// From now on faults go to `channel`; a fatal one ends the process with k_fault_exit_status.
void report_faults_to(const Channel& channel, const Runtime& runtime);

constexpr int k_fault_exit_status = 77;

}  // namespace judge
