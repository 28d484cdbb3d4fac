#pragma once

#include <sys/types.h>

#include <chrono>

namespace judge {

/// What the processes of a group have used of processors, with the children that they have waited for. A process that has ended
/// counts until it is waited for. What cannot be read counts as nothing.
std::chrono::milliseconds processor_time_of_group(pid_t group);

/// What all threads of a process have used of processors, ns; what all programs on the machine have, ns, in steps of a tick (mostly
/// 10 ms). 0 where it cannot be read.
double processor_time_ns(pid_t process);
double processor_time_of_machine_ns();

/// Of a thread since it began, ns: how long it ran, and how long it was ready to run while other threads had the processors. 0 where the kernel does not
/// count it.
struct ThreadTime {
  double ran_ns = 0, waited_ns = 0;
};
ThreadTime thread_time(pid_t process, pid_t thread);

}  // namespace judge
