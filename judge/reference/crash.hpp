#pragma once

#include "judge/reference/windows.hpp"
#include "judge/util/channel.hpp"

namespace judge {

/// From now on a signal that would end this process sends a reference_protocol::Crash first. SIGALRM does so as well: it is
/// how the judge asks where a function is that does not return. `channel` must outlive the process.
void report_crashes(const Channel& channel);

/// The library whose code a crash is placed in, once it is loaded. Errors: it is not loaded.
Result<void> place_crashes_in(const char* library);

/// The buffers of the call that is under way; null between calls.
void set_current_windows(const Windows* windows);

}  // namespace judge
