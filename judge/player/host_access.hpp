#pragma once

#include <cstddef>
#include <string>

namespace judge {

/// From here on a fault of host code in one of the watched buffers is reported to descriptor `fd` as a ReplayEvent,
/// "host-access", and ends the process. On the emulated runtime device memory is host memory, and there is no such fault.
void report_host_accesses(int fd);

/// The buffers that a call is given, and what it allocates: at most 64. Names need no escapes in JSON.
void watch_buffer(const std::string& name, const char* begin, std::size_t bytes);
void forget_buffer(const char* begin);
void forget_buffers();

}  // namespace judge
