#pragma once

#include <sys/types.h>

namespace judge {

/// Lets one child go on, and no other that this was called for before: all of their threads have stopped, or they have ended, when
/// this returns.
void wake_alone(pid_t process);

/// Lets none of them go on: one in which no attempt is loaded, and that this was called for never, goes on by itself.
void wake_none();

/// Stops one child until wake_alone() is called for it: all of its threads have stopped, or it has ended, when this returns.
void put_to_sleep(pid_t process);

/// It has ended, or is about to: its number may become another's.
void forget_awake(pid_t process);

}  // namespace judge
