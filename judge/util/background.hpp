#pragma once

#include <sys/types.h>

namespace judge {

/// From now on this process's work that no clock waits for runs in the background: references, builds, draws on the host. So whoever is timed
/// meanwhile, by this or another process, has a processor at once, as SCHED_IDLE gives way to everyone. Call it before the first of that work.
void keep_work_in_background();

/// Puts this thread, and what it starts, in the background, if that is wanted.
void go_to_background();

/// Puts this process there, which has one thread yet; where that is not wanted it becomes nicer by 10.
void send_to_background(pid_t process);

}  // namespace judge
