#pragma once

#include <sys/types.h>

namespace judge {

/// Tells all threads of a child to stop. They have stopped when wake_process() returns, of this child or another; the judge works on
/// meanwhile.
void stop_process(pid_t process);

/// Lets it go on, and no other that stop_process() has named: those have stopped, or ended, when this returns.
void wake_process(pid_t process);

}  // namespace judge
