#pragma once

#include <sys/types.h>

#include <chrono>

namespace judge {

/// What the processes of a group have used of processors, with the children that they have waited for. A process that has ended
/// counts until it is waited for. What cannot be read counts as nothing.
std::chrono::milliseconds processor_time_of_group(pid_t group);

}  // namespace judge
