#pragma once

#include <sys/types.h>

namespace judge {

/// Stops all threads of a child; none of them runs when this returns. A child that has ended, or ends, is left as it is.
void stop_process(pid_t process) noexcept;

/// Lets it go on.
void wake_process(pid_t process) noexcept;

}  // namespace judge
