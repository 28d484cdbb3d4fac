#pragma once

#include <string>

#include "judge/runtime/fault_message.hpp"
#include "judge/runtime/runtime.hpp"
#include "judge/util/channel.hpp"

namespace judge {

/// From now on faults go to `channel`; a fatal one ends the process with k_fault_exit_status.
void report_faults_to(const Channel& channel, const Runtime& runtime);

/// A buffer argument of the call to come: faults near it are told with its name. `index` is below 64.
void name_buffer(int index, const void* pointer, const std::string& name);
/// None has a name any more.
void forget_buffers();

constexpr int k_fault_exit_status = 77;

}  // namespace judge
